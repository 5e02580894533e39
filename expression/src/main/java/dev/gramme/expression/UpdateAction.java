package dev.gramme.expression;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.ItemSize;
import dev.gramme.model.Limits;
import org.jspecify.annotations.Nullable;

/** One change that an update makes to an item. */
public sealed interface UpdateAction {
  /** What is changed. */
  DocumentPath path();

  /** Whether the action creates the item if it does not exist. */
  default boolean createsItem() {
    return switch (this) {
      case Set set -> true;
      case Add add -> true;
      case Remove remove -> false;
      case Delete delete -> false;
    };
  }

  /** The value that the place has afterwards, if the request alone decides it; else null. */
  default @Nullable AttributeValue fixedValue() {
    return switch (this) {
      case Set(DocumentPath path, UpdateValue.Constant(AttributeValue value)) -> value;
      case Set set -> null;
      case Add add -> null;
      case Remove remove -> null;
      case Delete delete -> null;
    };
  }

  /** The type that the place has afterwards, if the request alone decides it; else null. */
  default @Nullable AttributeType fixedType() {
    return switch (this) {
      case Set set -> set.value.fixedType();
      case Add add -> add.value.type();
      case Remove remove -> null;
      case Delete delete -> null;
    };
  }

  /** Puts a value in the place. */
  record Set(DocumentPath path, UpdateValue value) implements UpdateAction {}

  /** Takes the place away. */
  record Remove(DocumentPath path) implements UpdateAction {}

  /** Adds a number to a number, or members to a set; a list to a list for AttributeUpdates only. */
  record Add(DocumentPath path, AttributeValue value) implements UpdateAction {}

  /** Takes members out of a set. */
  record Delete(DocumentPath path, AttributeValue members) implements UpdateAction {
    /**
     * A removal.
     *
     * @throws ApiError a ValidationException if the members are larger than any item
     */
    public Delete {
      checkWhole(members);
    }
  }

  /** Refuses a list, map or set that is larger than any item: not all of it may have been kept. */
  static void checkWhole(AttributeValue value) {
    boolean scalar = value instanceof AttributeValue.S || value instanceof AttributeValue.B;
    if (!scalar && ItemSize.of(value) > Limits.ITEM_BYTES) {
      throw ApiError.validation("Item size to update has exceeded the maximum allowed size");
    }
  }
}
