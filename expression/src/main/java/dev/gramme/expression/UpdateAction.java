package dev.gramme.expression;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;

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

  /** Puts a value in the place. */
  record Set(DocumentPath path, UpdateValue value) implements UpdateAction {}

  /** Takes the place away. */
  record Remove(DocumentPath path) implements UpdateAction {}

  /** Adds a number to a number, or members to a set; a list to a list for AttributeUpdates only. */
  record Add(DocumentPath path, AttributeValue value) implements UpdateAction {}

  /** Takes members out of a set. */
  record Delete(DocumentPath path, AttributeValue members) implements UpdateAction {}
}
