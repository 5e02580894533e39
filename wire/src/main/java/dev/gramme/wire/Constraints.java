package dev.gramme.wire;

import dev.gramme.model.ApiError;
import dev.gramme.model.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks a decoded request against the constraints of its shape. The service checks them before it
 * needs a table, and reports several violations in one message.
 *
 * <p>{@link Wording#CLASSIC}: the message lists all violations, at most ten, each with its path and
 * value. {@link Wording#CURRENT}: if a bound is violated, the message has only the first such
 * violation and no value. Other violations, and all violations of a request that lacks a required
 * member, are reported as in the classic wording (observed in October 2026).
 */
public final class Constraints {
  /** The maximum number of violations in one message. */
  static final int MAX_LISTED = 10;

  private static final String FAILED = " failed to satisfy constraint: ";
  private static final String NOT_NULL = "Member must not be null";

  private final Wording wording;

  /** Whether violations are reported in the form of the classic wording. */
  private final boolean olderForm;

  // Most requests have no violations, so the lists initially have no capacity.
  private final List<Violation> violations = new ArrayList<>(0);

  /** Violations that are reported only if there are no others. */
  private final List<Violation> onlyIfNoOthers = new ArrayList<>(0);

  /** Whether further violations are ignored. */
  private boolean ended;

  private Constraints(Wording wording, boolean olderForm) {
    this.wording = wording;
    this.olderForm = olderForm;
  }

  /**
   * A violated constraint.
   *
   * @param bound whether the violated constraint is a bound of a length, a size or a value
   * @param bare the whole entry if it has neither path nor value, else null
   */
  private record Violation(
      Path path, @Nullable Object value, String constraint, boolean bound, @Nullable String bare) {
    String entry() {
      if (bare != null) {
        return bare;
      }
      String shown = value == null ? "null" : "'" + Echo.of(value) + "'";
      return "Value " + shown + " at '" + path.text() + "'" + FAILED + constraint;
    }
  }

  /**
   * Checks a request.
   *
   * @throws ApiError a ValidationException that lists the violations
   */
  public static void check(Structure structure, Wording wording) {
    if (structure.shape().isConstrained()) {
      boolean older = wording == Wording.CLASSIC || lacksRequired(structure);
      var constraints = new Constraints(wording, older);
      constraints.structure(structure, null);
      if (constraints.violations.isEmpty()) {
        constraints.violations.addAll(constraints.onlyIfNoOthers);
      }
      if (!constraints.violations.isEmpty()) {
        throw constraints.error();
      }
    }
  }

  private static boolean lacksRequired(Structure structure) {
    for (Member<?> member : structure.shape().members()) {
      if (member.isRequired() && !structure.has(member)) {
        return true;
      }
    }
    return false;
  }

  private ApiError error() {
    if (!olderForm && violations.stream().allMatch(v -> v.value != null)) {
      for (Violation violation : violations) {
        if (violation.bound) {
          return ApiError.validation(
              "1 validation error detected: Value at '"
                  + violation.path.currentText()
                  + "'"
                  + FAILED
                  + violation.constraint);
        }
      }
    }
    int count = violations.size();
    String entries = violations.stream().map(Violation::entry).collect(Collectors.joining("; "));
    return ApiError.validation(
        count
            + (count == 1 ? " validation error detected: " : " validation errors detected: ")
            + entries);
  }

  private void add(Path path, @Nullable Object value, String constraint) {
    add(new Violation(path, value, constraint, false, null));
  }

  private void addBound(Path path, Object value, String constraint) {
    add(new Violation(path, value, constraint, true, null));
  }

  private void add(Violation violation) {
    if (!ended && violations.size() < MAX_LISTED) {
      violations.add(violation);
    }
  }

  private void structure(Structure structure, @Nullable Path parent) {
    List<Member<?>> members = structure.shape().members();
    for (int i = 0; i < members.size(); i++) {
      Member<?> member = members.get(i);
      Object value = structure.get(member);
      if (value == null) {
        if (member.isRequired()) {
          add(Path.member(parent, member), null, NOT_NULL);
        }
      } else if (member.shape().isConstrained()) {
        value(member.shape(), value, Path.member(parent, member));
      }
    }
  }

  private void value(Shape<?> shape, Object value, Path path) {
    switch (shape) {
      case StringShape string -> string(string, (String) value, path);
      case NumberShape<?> number -> range(number.range(), (Number) value, path);
      case ListShape<?> list -> list(list, (List<?>) value, path);
      case MapShape<?> map -> map(map, (Map<?, ?>) value, path);
      case StructureShape structure -> structure((Structure) value, path);
      case Shape.BooleanShape unconstrained -> {}
      case Shape.BlobShape unconstrained -> {}
      case Shape.TimestampShape unconstrained -> {}
      case Shape.AttributeValueShape unconstrained -> {}
      case Shape.ItemShape unconstrained -> {}
    }
  }

  private void string(StringShape shape, String value, Path path) {
    if (shape.isExempt(value)) {
      return;
    }
    Bounds length = shape.length();
    boolean outOfBounds = length.excludes(value.length(), wording);
    // The current wording does not report a pattern mismatch for a string of the wrong length.
    boolean mismatch = !shape.matches(value) && !(outOfBounds && wording == Wording.CURRENT);
    if (mismatch && !shape.isLengthFirst()) {
      add(path, value, patternText(shape.pattern()));
    }
    if (outOfBounds) {
      boolean bound = length.tooLittle(value.length(), wording) || !shape.isTooLongInOlderForm();
      add(new Violation(path, value, lengthText(length, value.length()), bound, null));
    }
    if (mismatch && shape.isLengthFirst()) {
      add(path, value, patternText(shape.pattern()));
    }
    if (!shape.allows(value)) {
      reportUnlistedValue(shape, value, path);
    }
  }

  private void reportUnlistedValue(StringShape shape, String value, Path path) {
    if (olderForm || shape.currentValues().isEmpty()) {
      var violation = new Violation(path, value, enumText(shape.values()), false, null);
      if (wording == Wording.CLASSIC && shape.isFirstInClassic()) {
        violations.addFirst(violation);
      } else {
        add(violation);
      }
      return;
    }
    String constraint = enumText(shape.currentValues());
    String bare = "Failed to satisfy constraint: " + constraint;
    switch (shape.currentReport()) {
      case LISTED -> add(new Violation(path, value, constraint, false, bare));
      case INSTEAD -> {
        violations.removeIf(violation -> !violation.bound);
        add(new Violation(path, value, constraint, false, bare));
        ended = true;
      }
      case ALONE -> throw ApiError.validation(bare);
    }
  }

  private void range(Bounds range, Number value, Path path) {
    if (range.tooLittle(value.longValue(), wording)) {
      addBound(
          path, value, "Member must have value greater than or equal to " + range.min(wording));
    } else if (range.tooMuch(value.longValue(), wording)) {
      addBound(path, value, "Member must have value less than or equal to " + range.max(wording));
    }
  }

  private void size(Bounds bounds, int size, Object value, Path path) {
    if (bounds.excludes(size, wording)) {
      addBound(path, value, lengthText(bounds, size));
    }
  }

  private void list(ListShape<?> shape, List<?> list, Path path) {
    size(shape.size(), list.size(), list, path);
    Shape<?> element = shape.element();
    if (!element.isConstrained()) {
      return;
    }
    if (element instanceof StringShape strings) {
      // Several invalid strings give one entry, which shows the whole list.
      for (Object text : list) {
        if (violates(strings, (String) text)) {
          add(path, list, "Member must satisfy constraint: " + texts(strings));
          return;
        }
      }
      return;
    }
    for (int i = 0; i < list.size(); i++) {
      value(element, list.get(i), path.element(i));
    }
  }

  private void map(MapShape<?> shape, Map<?, ?> map, Path path) {
    size(shape.size(), map.size(), map, path);
    for (Object key : map.keySet()) {
      if (violates(shape.key(), (String) key)) {
        Object shown = wording == Wording.CURRENT ? EchoJson.of(map) : map;
        var violation =
            new Violation(
                path,
                shown,
                "Map keys must satisfy constraint: " + texts(shape.key()),
                false,
                null);
        if (shape.areKeysLast()) {
          onlyIfNoOthers.add(violation);
        } else {
          add(violation);
        }
        break;
      }
    }
    Shape<?> value = shape.value();
    if (!value.isConstrained()) {
      return;
    }
    if (wording == Wording.CLASSIC && value instanceof ListShape<?> lists) {
      for (Object list : map.values()) {
        if (lists.size().excludes(((List<?>) list).size(), wording)) {
          add(path, map, "Map value must satisfy constraint: " + boundTexts(lists.size()));
          return;
        }
      }
    }
    map.forEach((key, entry) -> value(value, entry, path.entry((String) key)));
  }

  private boolean violates(StringShape shape, String text) {
    return !shape.isExempt(text)
        && (shape.length().excludes(text.length(), wording)
            || !shape.matches(text)
            || !shape.allows(text));
  }

  private List<String> texts(StringShape shape) {
    var texts = new ArrayList<>(boundTexts(shape.length()));
    if (shape.pattern() != null) {
      texts.add(patternText(shape.pattern()));
    }
    if (!shape.values().isEmpty()) {
      texts.add(enumText(shape.values()));
    }
    return texts;
  }

  private List<String> boundTexts(Bounds bounds) {
    var texts = new ArrayList<String>();
    if (bounds.hasMax(wording)) {
      texts.add(maxLengthText(bounds));
    }
    if (bounds.hasMin(wording)) {
      texts.add(minLengthText(bounds));
    }
    return texts;
  }

  private String lengthText(Bounds bounds, int length) {
    return bounds.tooLittle(length, wording) ? minLengthText(bounds) : maxLengthText(bounds);
  }

  private String minLengthText(Bounds bounds) {
    return "Member must have length greater than or equal to " + bounds.min(wording);
  }

  private String maxLengthText(Bounds bounds) {
    return "Member must have length less than or equal to " + bounds.max(wording);
  }

  private static String patternText(@Nullable String pattern) {
    return "Member must satisfy regular expression pattern: " + pattern;
  }

  private static String enumText(List<String> values) {
    return "Member must satisfy enum value set: " + values;
  }
}
