package dev.gramme.wire;

import dev.gramme.model.Wording;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A string, with bounds of its length in UTF-16 units, a pattern, or the values that it may be. */
public final class StringShape implements Shape<String> {
  static final StringShape UNCONSTRAINED =
      new StringShape(Bounds.NONE, null, List.of(), List.of(), CurrentReport.LISTED, text -> false);

  private final Bounds length;
  private final @Nullable TextPattern pattern;
  private final List<String> values;
  private final List<String> currentValues;
  private final CurrentReport currentReport;
  private final Predicate<String> exempt;

  /** How the current wording reports a value that is not among those allowed. */
  enum CurrentReport {
    /** In the list of violations. */
    LISTED,
    /** As the last one of the list, whatever else is violated. */
    LAST,
    /** As the whole message, and without the words before the list. */
    ALONE
  }

  /** A regular expression as it is shown, and as it is matched. */
  record TextPattern(String shown, Pattern linear) {}

  private StringShape(
      Bounds length,
      @Nullable TextPattern pattern,
      List<String> values,
      List<String> currentValues,
      CurrentReport currentReport,
      Predicate<String> exempt) {
    this.length = length;
    this.pattern = pattern;
    this.values = values;
    this.currentValues = currentValues;
    this.currentReport = currentReport;
    this.exempt = exempt;
  }

  /** Bounds the length, both bounds included. */
  public StringShape length(int min, int max) {
    return new StringShape(
        Bounds.of(min, max), pattern, values, currentValues, currentReport, exempt);
  }

  /** Bounds the length from below. */
  public StringShape lengthAtLeast(int min) {
    return new StringShape(
        Bounds.of(min, Long.MAX_VALUE), pattern, values, currentValues, currentReport, exempt);
  }

  /** Bounds the length otherwise under {@link Wording#CURRENT}. */
  public StringShape currentLength(int min, int max) {
    return new StringShape(
        length.withCurrent(min, max), pattern, values, currentValues, currentReport, exempt);
  }

  /**
   * Demands that the whole text matches a regular expression, shown as it is in the message. The
   * text may have 16 MB, so matching must take linear time and no stack.
   */
  public StringShape pattern(String regex) {
    return pattern(regex, regex);
  }

  /**
   * Demands that the whole text matches a regular expression.
   *
   * @param shown the service's expression, which the message shows
   * @param linear one that matches the same texts in linear time
   */
  public StringShape pattern(String shown, String linear) {
    return new StringShape(
        length,
        new TextPattern(shown, Pattern.compile(linear)),
        values,
        currentValues,
        currentReport,
        exempt);
  }

  /** Allows these values only; the order is that in which the message lists them. */
  public StringShape oneOf(String... allowed) {
    return new StringShape(length, pattern, List.of(allowed), currentValues, currentReport, exempt);
  }

  /**
   * Under {@link Wording#CURRENT} a value that {@link #oneOf} does not allow is reported without
   * value and path, and with this list, which for some members is not the list that is allowed.
   */
  public StringShape currentList(String... listed) {
    return new StringShape(length, pattern, values, List.of(listed), currentReport, exempt);
  }

  /** Under {@link Wording#CURRENT} such a value ends the list of violations. */
  public StringShape currentlyLast() {
    return reported(CurrentReport.LAST);
  }

  /** Under {@link Wording#CURRENT} such a value is all that is said, and without prefix. */
  public StringShape currentlyAlone() {
    return reported(CurrentReport.ALONE);
  }

  private StringShape reported(CurrentReport report) {
    return new StringShape(length, pattern, values, currentValues, report, exempt);
  }

  /** Puts no constraint on such values: table names may be ARNs, which other rules judge. */
  public StringShape exempt(Predicate<String> values) {
    return new StringShape(length, pattern, this.values, currentValues, currentReport, values);
  }

  /** The bounds of the length. */
  public Bounds length() {
    return length;
  }

  /** What the whole text must match, as messages show it; null if anything will do. */
  public @Nullable String pattern() {
    return pattern == null ? null : pattern.shown;
  }

  /** The values that are allowed; empty if all are. */
  public List<String> values() {
    return values;
  }

  List<String> currentValues() {
    return currentValues;
  }

  CurrentReport currentReport() {
    return currentReport;
  }

  boolean isExempt(String text) {
    return exempt.test(text);
  }

  boolean matches(String text) {
    return pattern == null || pattern.linear.matcher(text).matches();
  }

  boolean allows(String text) {
    return values.isEmpty() || values.contains(text);
  }

  @Override
  public boolean isConstrained() {
    return !length.isNone() || pattern != null || !values.isEmpty();
  }

  @Override
  public String typeName() {
    return "java.lang.String";
  }
}
