package dev.gramme.toolkit.entity;

import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Converts between values and attributes.
 *
 * @param <T> the value's type
 */
public interface Converter<T> {
  /** Converts a value to an attribute; not called for a value that {@link #isAbsent is absent}. */
  AttributeValue toAttribute(T value);

  /**
   * Converts an attribute to a value.
   *
   * @throws IllegalArgumentException if the attribute has another type or cannot be converted
   */
  T fromAttribute(AttributeValue attribute);

  /** Whether the item has no attribute for this value. */
  default boolean isAbsent(T value) {
    return false;
  }

  /** The value for an item without the attribute, if that is allowed. */
  default Optional<T> absent() {
    return Optional.empty();
  }

  /** The value in place of null, if that is allowed. */
  default Optional<T> whenNull() {
    return Optional.empty();
  }
}
