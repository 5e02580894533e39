package dev.gramme.engine.write;

import dev.gramme.engine.version.ItemVersion;
import dev.gramme.expression.Condition;
import dev.gramme.expression.Update;
import dev.gramme.model.Item;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An action on one item. Its condition is evaluated on the item before the request; null means no
 * condition.
 */
public sealed interface WriteAction {
  /** The name of the table. */
  String table();

  /** The condition of the action; null if there is none. */
  @Nullable Condition condition();

  /** Whether the error includes the item if the condition fails. */
  boolean returnItemOnFailure();

  /** Replaces or creates the item. */
  record Put(String table, Item item, @Nullable Condition condition, boolean returnItemOnFailure)
      implements WriteAction {}

  /** Removes the item if it exists. */
  record Delete(String table, Item key, @Nullable Condition condition, boolean returnItemOnFailure)
      implements WriteAction {}

  /** Updates the item, or creates it if it does not exist and the update sets something. */
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
   * Removes the item if it has expired; otherwise does nothing.
   *
   * @param now the time at which the item must have expired
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
   * Applies the change of another region, unless the item has a later version.
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
