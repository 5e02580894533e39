package dev.gramme.toolkit;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The values between two bounds, each of which may be missing: {@code Range.closedOpen(monday,
 * sunday)}. As an argument of an access pattern it applies to the first field of the sort key that
 * the other arguments do not fix.
 *
 * @param from the lower bound, or null for none
 * @param to the upper bound, or null for none
 */
public record Range<T>(@Nullable Bound<T> from, @Nullable Bound<T> to) {
  /**
   * A bound of a range.
   *
   * @param inclusive whether the value itself is in the range
   */
  public record Bound<T>(T value, boolean inclusive) {}

  /** Every value. */
  public static <T> Range<T> all() {
    return new Range<>(null, null);
  }

  /** {@code from <= x <= to}. */
  public static <T> Range<T> closed(T from, T to) {
    return new Range<>(new Bound<>(from, true), new Bound<>(to, true));
  }

  /** {@code from <= x < to}. */
  public static <T> Range<T> closedOpen(T from, T to) {
    return new Range<>(new Bound<>(from, true), new Bound<>(to, false));
  }

  /** {@code from < x <= to}. */
  public static <T> Range<T> openClosed(T from, T to) {
    return new Range<>(new Bound<>(from, false), new Bound<>(to, true));
  }

  /** {@code from < x < to}. */
  public static <T> Range<T> open(T from, T to) {
    return new Range<>(new Bound<>(from, false), new Bound<>(to, false));
  }

  /** {@code from <= x}. */
  public static <T> Range<T> atLeast(T from) {
    return new Range<>(new Bound<>(from, true), null);
  }

  /** {@code from < x}. */
  public static <T> Range<T> greaterThan(T from) {
    return new Range<>(new Bound<>(from, false), null);
  }

  /** {@code x <= to}. */
  public static <T> Range<T> atMost(T to) {
    return new Range<>(null, new Bound<>(to, true));
  }

  /** {@code x < to}. */
  public static <T> Range<T> lessThan(T to) {
    return new Range<>(null, new Bound<>(to, false));
  }

  /** A single value. */
  public static <T> Range<T> exactly(T value) {
    return closed(value, value);
  }

  /** This range with the function applied to its bounds. */
  public <R> Range<R> map(Function<? super T, ? extends R> function) {
    return new Range<>(mapped(from, function), mapped(to, function));
  }

  private static <T, R> @Nullable Bound<R> mapped(
      @Nullable Bound<T> bound, Function<? super T, ? extends R> function) {
    return bound == null ? null : new Bound<>(function.apply(bound.value()), bound.inclusive());
  }
}
