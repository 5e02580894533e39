package dev.gramme.toolkit.entity;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A component of a record and its stored form.
 *
 * @param name its name in the record
 * @param attribute the name of its attribute
 * @param converter converts between value and attribute
 * @param accessor reads the value from the record
 * @param <R> the record
 * @param <C> the value's type
 */
public record Component<R, C>(
    String name,
    String attribute,
    Converter<C> converter,
    Function<R, ? extends @Nullable C> accessor) {

  /** Creates a component. */
  public static <R, C> Component<R, C> of(
      String name,
      String attribute,
      Converter<C> converter,
      Function<R, ? extends @Nullable C> accessor) {
    return new Component<>(name, attribute, converter, accessor);
  }

  /** The value, which is never null. */
  public C of(R owner) {
    @Nullable C value = accessor.apply(owner);
    return value != null
        ? value
        : converter
            .whenNull()
            .orElseThrow(() ->
                new NullPointerException(
                    name + " is null; use an Optional for a component that may be missing"));
  }

  /** Whether the record has no value: null or an empty Optional. */
  boolean isMissing(R owner) {
    @Nullable C value = accessor.apply(owner);
    return value == null || converter.isAbsent(value);
  }
}
