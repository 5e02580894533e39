package dev.gramme.wire;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeNames;
import dev.gramme.model.Binary;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Utf8;
import dev.gramme.model.Wording;
import dev.gramme.model.budget.HeapSize;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The error of an attribute value that is well-formed JSON of the right types but invalid. It is a
 * value and not an exception, because it is reported after the constraints of the whole request,
 * and with a message that depends on the position of the value. The messages were observed in
 * October 2026.
 */
public final class ValueFault {
  private static final String INVALID = "One or more parameter values were invalid: ";

  /**
   * The maximum length of a message, since it shows a part of the request, which may have 16 MB.
   */
  static final int MAX_CHARACTERS = 64 << 10;

  /** The kinds, in the order in which the service checks for them within one value. */
  public enum Kind {
    /** A string that is not a number, is out of range or is too precise. */
    NUMBER,
    /** {@code {"NULL":false}}. */
    NULL,
    /** A set without members. */
    EMPTY_SET,
    /** A set with duplicate members. */
    DUPLICATES,
    /** Too deeply nested lists and maps, or a map with an empty or too large name. */
    NESTING,
    /** An attribute value with no type or more than one. */
    DATATYPES
  }

  static final ValueFault EMPTY =
      new ValueFault(
          Kind.DATATYPES,
          "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");

  /** A {@code null} in place of a value. */
  static final ValueFault ABSENT = new ValueFault(Kind.DATATYPES, EMPTY.classic);

  static final ValueFault SEVERAL_TYPES =
      new ValueFault(
          Kind.DATATYPES,
          "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the"
              + " supported datatypes");

  static final ValueFault NULL_FALSE =
      new ValueFault(Kind.NULL, INVALID + "Null attribute value types must have the value of true");

  static final ValueFault EMPTY_SS =
      new ValueFault(Kind.EMPTY_SET, INVALID + "An string set  may not be empty");

  /** A set of numbers without members. */
  public static final ValueFault EMPTY_NS =
      new ValueFault(Kind.EMPTY_SET, INVALID + "An number set  may not be empty");

  static final ValueFault EMPTY_BS =
      new ValueFault(Kind.EMPTY_SET, INVALID + "Binary sets should not be empty");

  static final ValueFault TOO_DEEP =
      new ValueFault(
          Kind.NESTING,
          "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels"
              + " beyond supported limit");

  static final ValueFault EMPTY_NAME = new ValueFault(Kind.NESTING, AttributeNames.EMPTY);

  static final ValueFault NAME_TOO_LARGE = new ValueFault(Kind.NESTING, AttributeNames.TOO_LARGE);

  private final Kind kind;
  private final String classic;
  private final String current;
  private final String statement;

  /** The error of an attribute name, null if the name is valid. */
  static @Nullable ValueFault ofName(String name) {
    if (name.isEmpty()) {
      return EMPTY_NAME;
    }
    return AttributeNames.isTooLarge(name) ? NAME_TOO_LARGE : null;
  }

  private ValueFault(Kind kind, String classic, String current, String statement) {
    this.kind = kind;
    this.classic = classic;
    this.current = current;
    this.statement = statement;
  }

  private ValueFault(Kind kind, String classic, String current) {
    this(kind, classic, current, classic);
  }

  private ValueFault(Kind kind, String text) {
    this(kind, text, text);
  }

  /** The error of a string that is not a valid number. */
  static ValueFault number(String given, ApiError error) {
    String text = text(error);
    return new ValueFault(Kind.NUMBER, classicNumber(given), given.isEmpty() ? text + ": " : text);
  }

  /** The message of the older layer about a string that neither layer accepts as a number. */
  private static String classicNumber(String given) {
    try {
      throw new IllegalStateException(
          "only one layer accepts " + DynamoNumber.parseAsBigDecimal(given));
    } catch (ApiError error) {
      return text(error);
    }
  }

  private static String text(ApiError error) {
    return truncate(error.text().orElseThrow());
  }

  /** The error of a null member of a set. The behaviour of the service is not known (2026). */
  static ValueFault nullMember() {
    return EMPTY;
  }

  /**
   * The error of a number set with duplicates.
   *
   * @param members the members as the client sent them; only errors of statements show them
   */
  static ValueFault duplicateNumbers(String members) {
    return new ValueFault(
        Kind.DUPLICATES,
        "Input collection contains duplicates",
        INVALID + "Input collection contains duplicates.",
        truncate(INVALID + "Input collection [" + members + "] contains duplicates! under root"));
  }

  static ValueFault duplicateStrings(List<String> members) {
    // The service seems to sort while it searches for a duplicate, and shows the partly sorted list
    // (2026).
    var seen = new HashSet<String>();
    int end = 0;
    while (end < members.size() && seen.add(members.get(end))) {
      end++;
    }
    var shown = new ArrayList<>(members);
    shown.subList(0, Math.min(end + 1, shown.size())).sort(Utf8::compare);
    return duplicates(members, shown, "\", \"", " contains duplicates.");
  }

  static ValueFault duplicateBinaries(List<Binary> members) {
    // Unlike for strings, the duplicate member itself is not sorted (October 2026).
    var seen = new TreeSet<Binary>();
    int repeat = 0;
    while (repeat < members.size() && seen.add(members.get(repeat))) {
      repeat++;
    }
    var shown = new ArrayList<>(seen);
    shown.addAll(members.subList(repeat, members.size()));
    return duplicates(members, shown, "\",\"", "of type BS contains duplicates.");
  }

  private static ValueFault duplicates(
      List<?> members, List<?> shown, String separator, String end) {
    return new ValueFault(
        Kind.DUPLICATES,
        truncate(INVALID + "Input collection [" + joined(members, ", ") + "]" + end),
        truncate(INVALID + "Input collection [\"" + joined(shown, separator) + "\"]" + end));
  }

  /** The members, joined. The list is truncated when it is too long for a message. */
  private static String joined(List<?> members, String separator) {
    var text = new StringBuilder();
    for (int i = 0; i < members.size() && text.length() < MAX_CHARACTERS; i++) {
      text.append(i == 0 ? "" : separator).append(members.get(i));
    }
    return text.toString();
  }

  private static String truncate(String text) {
    return text.length() > MAX_CHARACTERS ? text.substring(0, MAX_CHARACTERS) : text;
  }

  /** The heap size of the fault in bytes. It is 0 for faults that are shared constants. */
  long heapBytes() {
    boolean shared = kind != Kind.NUMBER && kind != Kind.DUPLICATES;
    return shared
        ? 0
        : HeapSize.of(classic)
            + (current.equals(classic) ? 0 : HeapSize.of(current))
            + (statement.equals(classic) ? 0 : HeapSize.of(statement));
  }

  /**
   * The same fault for a parameter of a statement. In both wordings it has the older layer's
   * message about numbers, and shows sets as the client sent them.
   */
  public ValueFault ofStatement() {
    return kind == Kind.NUMBER || kind == Kind.DUPLICATES ? new ValueFault(kind, statement) : this;
  }

  /** The kind of the fault. */
  public Kind kind() {
    return kind;
  }

  /** The message, without the prefix and suffix that some operations add. */
  public String text(Wording wording) {
    return wording == Wording.CLASSIC ? classic : current;
  }

  /** A ValidationException with this message. */
  public ApiError error(Wording wording) {
    return ApiError.validation(text(wording));
  }

  @Override
  public String toString() {
    return kind + ": " + classic;
  }
}
