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
  /** The path that is changed. */
  DocumentPath path();

  /** Whether the action creates the item if it does not exist. */
  boolean createsItem();

  /** The value at the path after the update, null if it depends on the item. */
  default @Nullable AttributeValue fixedValue() {
    return null;
  }

  /** The type of the value at the path after the update, null if it depends on the item. */
  default @Nullable AttributeType fixedType() {
    return null;
  }

  /** Sets the value at the path. */
  record Set(DocumentPath path, UpdateValue value) implements UpdateAction {
    @Override
    public boolean createsItem() {
      return true;
    }

    @Override
    public @Nullable AttributeValue fixedValue() {
      return value instanceof UpdateValue.Constant constant ? constant.value() : null;
    }

    @Override
    public @Nullable AttributeType fixedType() {
      return value.fixedType();
    }
  }

  /** Removes the value at the path. */
  record Remove(DocumentPath path) implements UpdateAction {
    @Override
    public boolean createsItem() {
      return false;
    }
  }

  /**
   * Adds a number to a number, or members to a set. AttributeUpdates can also add a list to a list.
   */
  record Add(DocumentPath path, AttributeValue value) implements UpdateAction {
    @Override
    public boolean createsItem() {
      return true;
    }

    @Override
    public AttributeType fixedType() {
      return value.type();
    }
  }

  /** Removes members from a set. */
  record Delete(DocumentPath path, AttributeValue members) implements UpdateAction {
    /**
     * A removal.
     *
     * @throws ApiError a ValidationException if the members exceed the maximum item size
     */
    public Delete {
      checkWhole(members);
    }

    @Override
    public boolean createsItem() {
      return false;
    }
  }

  /**
   * Rejects a list, map or set that exceeds the maximum item size, because the decoder may have
   * dropped a part of it.
   */
  static void checkWhole(AttributeValue value) {
    boolean scalar = value instanceof AttributeValue.S || value instanceof AttributeValue.B;
    if (!scalar && ItemSize.of(value) > Limits.ITEM_BYTES) {
      throw ApiError.validation("Item size to update has exceeded the maximum allowed size");
    }
  }
}
