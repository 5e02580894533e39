package dev.gramme.toolkit.entity;

import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Makes an attribute of a value, and the value of the attribute.
 *
 * @param <T> the value's type
 */
public interface Converter<T> {
  /** The attribute; never asked for a value that {@link #isAbsent is absent}. */
  AttributeValue toAttribute(T value);

  /**
   * The value.
   *
   * @throws IllegalArgumentException if the attribute is of another type or cannot be such a value
   */
  T fromAttribute(AttributeValue attribute);

  /** Whether the item has no attribute for this value. */
  default boolean isAbsent(T value) {
    return false;
  }

  /** The value of an item without the attribute, if there is one. */
  default Optional<T> absent() {
    return Optional.empty();
  }
}
