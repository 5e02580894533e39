package dev.gramme.engine.write;

import dev.gramme.engine.version.ItemVersion;
import dev.gramme.expression.Condition;
import dev.gramme.expression.Update;
import dev.gramme.model.Item;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done to one item. The condition sees the item as it was before the request; null is
 * no condition.
 */
public sealed interface WriteAction {
  /** The name of the table. */
  String table();

  /** Must hold for the action to happen; null if nothing must. */
  @Nullable Condition condition();

  /** Whether the error shall hold the item when the condition fails. */
  boolean returnItemOnFailure();

  /** Replaces or creates the item. */
  record Put(String table, Item item, @Nullable Condition condition, boolean returnItemOnFailure)
      implements WriteAction {}

  /** Removes the item if it exists. */
  record Delete(String table, Item key, @Nullable Condition condition, boolean returnItemOnFailure)
      implements WriteAction {}

  /** Changes the item, or creates it when it does not exist and the update sets something. */
  record Change(
      String table,
      Item key,
      Update update,
      @Nullable Condition condition,
      boolean returnItemOnFailure)
      implements WriteAction {}

  /** Changes nothing. */
  record Check(String table, Item key, Condition condition, boolean returnItemOnFailure)
      implements WriteAction {}

  /**
   * Removes the item if it has expired, and else does nothing.
   *
   * @param now the moment by which it is to have expired
   */
  record Expire(String table, Item key, Instant now) implements WriteAction {
    @Override
    public @Nullable Condition condition() {
      return null;
    }

    @Override
    public boolean returnItemOnFailure() {
      return false;
    }
  }

  /**
   * Makes the item what it became in another region, unless it has a later version.
   *
   * @param item null if it was deleted
   */
  record Replicate(String table, Item key, @Nullable Item item, ItemVersion version)
      implements WriteAction {
    @Override
    public @Nullable Condition condition() {
      return null;
    }

    @Override
    public boolean returnItemOnFailure() {
      return false;
    }
  }
}
