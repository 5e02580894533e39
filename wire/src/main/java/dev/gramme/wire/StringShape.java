package dev.gramme.wire;

import dev.gramme.model.Wording;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A string with optional bounds of its length in UTF-16 units, a pattern, and a list of allowed
 * values.
 */
public final class StringShape implements Shape<String> {
  static final StringShape UNCONSTRAINED =
      new StringShape(
          Bounds.NONE, null, List.of(), List.of(), CurrentReport.LISTED, text -> false, Set.of());

  private final Bounds length;
  private final @Nullable TextPattern pattern;
  private final List<String> values;
  private final List<String> currentValues;
  private final CurrentReport currentReport;
  private final Predicate<String> exempt;
  private final Set<Trait> traits;

  /** Exceptions in the way in which violations are reported. */
  private enum Trait {
    TOO_LONG_IN_OLDER_FORM,
    LENGTH_FIRST,
    FIRST_IN_CLASSIC
  }

  /** The way in which the current wording reports a value that is not allowed. */
  enum CurrentReport {
    /** As an entry in the list of violations. */
    LISTED,
    /** Replaces earlier violations other than bounds; all later violations are ignored. */
    INSTEAD,
    /** As the whole message, without the words that introduce the list. */
    ALONE
  }

  /** A regular expression: the form that messages show, and an equivalent form for matching. */
  record TextPattern(String shown, Pattern linear) {}

  private StringShape(
      Bounds length,
      @Nullable TextPattern pattern,
      List<String> values,
      List<String> currentValues,
      CurrentReport currentReport,
      Predicate<String> exempt,
      Set<Trait> traits) {
    this.traits = traits;
    this.length = length;
    this.pattern = pattern;
    this.values = values;
    this.currentValues = currentValues;
    this.currentReport = currentReport;
    this.exempt = exempt;
  }

  /** Sets the inclusive bounds of the length. */
  public StringShape length(int min, int max) {
    return new StringShape(
        Bounds.of(min, max), pattern, values, currentValues, currentReport, exempt, traits);
  }

  /** Sets the minimum length. */
  public StringShape lengthAtLeast(int min) {
    return new StringShape(
        Bounds.of(min, Long.MAX_VALUE),
        pattern,
        values,
        currentValues,
        currentReport,
        exempt,
        traits);
  }

  /** Sets the bounds of the length for {@link Wording#CURRENT}. */
  public StringShape currentLength(int min, int max) {
    return new StringShape(
        length.withCurrent(min, max),
        pattern,
        values,
        currentValues,
        currentReport,
        exempt,
        traits);
  }

  /**
   * Requires that the whole string matches a regular expression, which the error message shows. The
   * string may have 16 MB, so matching must take linear time and no stack space.
   */
  public StringShape pattern(String regex) {
    return pattern(regex, regex);
  }

  /**
   * Requires that the whole string matches a regular expression.
   *
   * @param shown the service's expression, which the message shows
   * @param linear an equivalent expression that matches in linear time
   */
  public StringShape pattern(String shown, String linear) {
    return new StringShape(
        length,
        new TextPattern(shown, Pattern.compile(linear)),
        values,
        currentValues,
        currentReport,
        exempt,
        traits);
  }

  /** Allows only these values. The error message lists them in this order. */
  public StringShape oneOf(String... allowed) {
    return new StringShape(
        length, pattern, List.of(allowed), currentValues, currentReport, exempt, traits);
  }

  /**
   * Under {@link Wording#CURRENT} a value that {@link #oneOf} does not allow is reported without
   * value and path, and with this list. For some members the list differs from the allowed values.
   */
  public StringShape currentList(String... listed) {
    return new StringShape(length, pattern, values, List.of(listed), currentReport, exempt, traits);
  }

  /**
   * Under {@link Wording#CURRENT} a value that is not allowed replaces the earlier violations other
   * than bounds, and all later violations are ignored. Has an effect only with {@link
   * #currentList}, and if no required member is missing.
   */
  public StringShape currentlyInstead() {
    return reported(CurrentReport.INSTEAD);
  }

  /**
   * Under {@link Wording#CURRENT} a value that is not allowed is the only reported violation, and
   * the message has no prefix. Has an effect only with {@link #currentList}, and if no required
   * member is missing.
   */
  public StringShape currentlyAlone() {
    return reported(CurrentReport.ALONE);
  }

  private StringShape reported(CurrentReport report) {
    return new StringShape(length, pattern, values, currentValues, report, exempt, traits);
  }

  /**
   * Under {@link Wording#CURRENT} a string that is too long is reported as in the classic wording.
   */
  public StringShape tooLongInOlderForm() {
    return with(Trait.TOO_LONG_IN_OLDER_FORM);
  }

  /**
   * Under {@link Wording#CLASSIC} a value that is not allowed is reported before all other
   * violations.
   */
  public StringShape firstInClassic() {
    return with(Trait.FIRST_IN_CLASSIC);
  }

  /** Reports a wrong length before a pattern mismatch. */
  public StringShape lengthFirst() {
    return with(Trait.LENGTH_FIRST);
  }

  private StringShape with(Trait trait) {
    var more = EnumSet.of(trait);
    more.addAll(traits);
    return new StringShape(
        length, pattern, values, currentValues, currentReport, exempt, Set.copyOf(more));
  }

  boolean isTooLongInOlderForm() {
    return traits.contains(Trait.TOO_LONG_IN_OLDER_FORM);
  }

  boolean isLengthFirst() {
    return traits.contains(Trait.LENGTH_FIRST);
  }

  boolean isFirstInClassic() {
    return traits.contains(Trait.FIRST_IN_CLASSIC);
  }

  /**
   * Exempts the values that match the predicate from all constraints. For example, table names may
   * be ARNs, to which other rules apply.
   */
  public StringShape exempt(Predicate<String> values) {
    return new StringShape(
        length, pattern, this.values, currentValues, currentReport, values, traits);
  }

  /** The bounds of the length. */
  public Bounds length() {
    return length;
  }

  /** The pattern for the whole string, in the form that messages show; null if there is none. */
  public @Nullable String pattern() {
    return pattern == null ? null : pattern.shown;
  }

  /** The allowed values; empty if all values are allowed. */
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
