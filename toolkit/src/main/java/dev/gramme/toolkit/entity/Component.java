package dev.gramme.toolkit.entity;

import java.util.Objects;
import java.util.function.Function;

/**
 * A component of a record and how it is kept.
 *
 * @param name its name in the record
 * @param attribute the name of its attribute
 * @param converter makes the attribute of the value and back
 * @param accessor gives the value
 * @param <R> the record
 * @param <C> the value's type
 */
public record Component<R, C>(
    String name, String attribute, Converter<C> converter, Function<R, C> accessor) {

  /** A component of a record. */
  public static <R, C> Component<R, C> of(
      String name, String attribute, Converter<C> converter, Function<R, C> accessor) {
    return new Component<>(name, attribute, converter, accessor);
  }

  /** The value, which is never null. */
  public C of(R owner) {
    return Objects.requireNonNull(
        accessor.apply(owner), () -> name + " is null; what may be missing is an Optional");
  }
}
