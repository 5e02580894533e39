package dev.gramme.wire;

import dev.gramme.model.Wording;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A string, with bounds of its length in UTF-16 units, a pattern, or the values that it may be. */
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

  /** Exceptions in how violations are reported. */
  private enum Trait {
    TOO_LONG_IN_OLDER_FORM,
    LENGTH_FIRST,
    FIRST_IN_CLASSIC
  }

  /** How the current wording reports a value that is not among those allowed. */
  enum CurrentReport {
    /** In the list of violations. */
    LISTED,
    /** In place of all other violations but those of bounds. */
    INSTEAD,
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

  /** Bounds the length, both bounds included. */
  public StringShape length(int min, int max) {
    return new StringShape(
        Bounds.of(min, max), pattern, values, currentValues, currentReport, exempt, traits);
  }

  /** Bounds the length from below. */
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

  /** Bounds the length otherwise under {@link Wording#CURRENT}. */
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
        exempt,
        traits);
  }

  /** Allows these values only; the order is that in which the message lists them. */
  public StringShape oneOf(String... allowed) {
    return new StringShape(
        length, pattern, List.of(allowed), currentValues, currentReport, exempt, traits);
  }

  /**
   * Under {@link Wording#CURRENT} a value that {@link #oneOf} does not allow is reported without
   * value and path, and with this list, which for some members is not the list that is allowed.
   */
  public StringShape currentList(String... listed) {
    return new StringShape(length, pattern, values, List.of(listed), currentReport, exempt, traits);
  }

  /** Under {@link Wording#CURRENT} such a value is reported in place of all but violated bounds. */
  public StringShape currentlyInstead() {
    return reported(CurrentReport.INSTEAD);
  }

  /** Under {@link Wording#CURRENT} such a value is all that is said, and without prefix. */
  public StringShape currentlyAlone() {
    return reported(CurrentReport.ALONE);
  }

  private StringShape reported(CurrentReport report) {
    return new StringShape(length, pattern, values, currentValues, report, exempt, traits);
  }

  /**
   * Under {@link Wording#CURRENT} a text that is too long is reported as in the classic wording.
   */
  public StringShape tooLongInOlderForm() {
    return with(Trait.TOO_LONG_IN_OLDER_FORM);
  }

  /** Under {@link Wording#CLASSIC} a value that is not allowed is reported before all else. */
  public StringShape firstInClassic() {
    return with(Trait.FIRST_IN_CLASSIC);
  }

  /** Reports a wrong length before a text that does not match the pattern. */
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

  /** Puts no constraint on such values: table names may be ARNs, which other rules judge. */
  public StringShape exempt(Predicate<String> values) {
    return new StringShape(
        length, pattern, this.values, currentValues, currentReport, values, traits);
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
