package dev.gramme.wire;

import dev.gramme.model.Wording;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A string, with bounds of its length in UTF-16 units, a pattern, or the values that it may be. */
public final class StringShape implements Shape<String> {
  static final StringShape UNCONSTRAINED =
      new StringShape(Bounds.NONE, null, List.of(), List.of(), text -> false);

  private final Bounds length;
  private final @Nullable Pattern pattern;
  private final List<String> values;
  private final List<String> currentValues;
  private final Predicate<String> exempt;

  private StringShape(
      Bounds length,
      @Nullable Pattern pattern,
      List<String> values,
      List<String> currentValues,
      Predicate<String> exempt) {
    this.length = length;
    this.pattern = pattern;
    this.values = values;
    this.currentValues = currentValues;
    this.exempt = exempt;
  }

  /** Bounds the length, both bounds included. */
  public StringShape length(int min, int max) {
    return new StringShape(Bounds.of(min, max), pattern, values, currentValues, exempt);
  }

  /** Bounds the length otherwise under {@link Wording#CURRENT}. */
  public StringShape currentLength(int min, int max) {
    return new StringShape(length.withCurrent(min, max), pattern, values, currentValues, exempt);
  }

  /** Demands that the whole text matches a regular expression, shown as it is in the message. */
  public StringShape pattern(String regex) {
    return new StringShape(length, Pattern.compile(regex), values, currentValues, exempt);
  }

  /** Allows these values only; the order is that in which the message lists them. */
  public StringShape oneOf(String... allowed) {
    return new StringShape(length, pattern, List.of(allowed), currentValues, exempt);
  }

  /**
   * Under {@link Wording#CURRENT} a value that {@link #oneOf} does not allow is reported without
   * value and path, and with this list, which for some members is not the list that is allowed.
   */
  public StringShape currentList(String... listed) {
    return new StringShape(length, pattern, values, List.of(listed), exempt);
  }

  /** Puts no constraint on such values: table names may be ARNs, which other rules judge. */
  public StringShape exempt(Predicate<String> values) {
    return new StringShape(length, pattern, this.values, currentValues, values);
  }

  Bounds length() {
    return length;
  }

  @Nullable Pattern pattern() {
    return pattern;
  }

  List<String> values() {
    return values;
  }

  List<String> currentValues() {
    return currentValues;
  }

  boolean isExempt(String text) {
    return exempt.test(text);
  }

  boolean matches(String text) {
    return pattern == null || pattern.matcher(text).matches();
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
