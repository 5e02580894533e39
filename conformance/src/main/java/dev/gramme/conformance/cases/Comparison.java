package dev.gramme.conformance.cases;

import dev.gramme.conformance.cases.CaseFile.Step;
import dev.gramme.conformance.support.Json;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares a recorded answer (theirs) with the answer of this run (ours). The order of members and
 * of the elements of sets does not matter. If the status line ends with {@code unordered}, the
 * order of all arrays does not matter. JSON numbers are compared by value. Values of the type N are
 * JSON strings and are compared as text, and so is a body that is not a JSON object.
 */
final class Comparison {
  private static final Set<String> SETS = Set.of("SS", "NS", "BS");

  private Comparison() {}

  /** Whether two answers to one request are equivalent. */
  static boolean isSame(Step theirs, Step ours) {
    return theirs.expected().getFirst().equals(ours.expected().getFirst())
        && canonical(theirs).equals(canonical(ours));
  }

  /** The description of a difference, in several lines. */
  static String text(String file, String name, int step, Step theirs, Step ours) {
    return "%s: %s, step %d: %s\n  %s %s\n  theirs: %s\n  ours:   %s\n"
        .formatted(
            file,
            name,
            step,
            kind(theirs, ours),
            theirs.operation(),
            theirs.request().replace("\n", " "),
            String.join(" ", theirs.expected()),
            String.join(" ", ours.expected()));
  }

  /** The kind of a difference, in a few words. */
  static String kind(Step theirs, Step ours) {
    if (!theirs.expected().getFirst().equals(ours.expected().getFirst())) {
      return "status";
    }
    var their = members(theirs);
    var our = members(ours);
    if (!their.containsKey("__type") || !our.containsKey("__type")) {
      return "body";
    }
    if (!name(their).equals(name(our))) {
      return "name of the error";
    }
    return message(their).equals(message(our)) ? "other members of the error" : "text of the error";
  }

  private static Map<String, @Nullable Object> members(Step step) {
    var body = body(step);
    try {
      return body.startsWith("{") ? Json.object(body) : Map.of();
    } catch (UncheckedIOException notJson) {
      return Map.of();
    }
  }

  private static String name(Map<String, @Nullable Object> error) {
    return String.valueOf(error.get("__type")).replaceFirst(".*#", "");
  }

  private static String message(Map<String, @Nullable Object> error) {
    return String.valueOf(error.getOrDefault("message", error.get("Message")));
  }

  private static String body(Step step) {
    return String.join("\n", step.expected().subList(1, step.expected().size()));
  }

  private static String canonical(Step step) {
    var members = members(step);
    return members.isEmpty()
        ? body(step)
        : Json.text(canonical(members, CaseRecorder.isUnordered(step), false));
  }

  private static @Nullable Object canonical(
      @Nullable Object value, boolean unordered, boolean set) {
    return switch (value) {
      case null -> null;
      case Map<?, ?> map -> {
        var members = new TreeMap<String, @Nullable Object>();
        Json.members(map)
            .forEach((name, member) ->
                members.put(name, canonical(member, unordered, SETS.contains(name))));
        yield new LinkedHashMap<>(members);
      }
      case List<?> list -> {
        var elements = new ArrayList<@Nullable Object>();
        list.forEach(element -> elements.add(canonical(element, unordered, false)));
        if (unordered || set) {
          elements.sort(Comparator.comparing(Json::text));
        }
        yield elements;
      }
      default -> Objects.requireNonNull(value);
    };
  }
}
