package dev.gramme.engine.write;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TimeToLive;
import org.jspecify.annotations.Nullable;

/**
 * An action whose table was found and whose key is valid: the first stage of a write.
 *
 * @param row the key of the item's row
 * @param put the item of a {@link WriteAction.Put} as it is stored; null if it was not prepared
 */
@SuppressWarnings("ArrayRecordComponent") // never modified or compared
record LocatedAction(
    WriteAction action, TableDefinition table, Item key, byte[] row, @Nullable PutRow put) {

  /**
   * The item of a put as it is stored.
   *
   * @param item the item with its attributes in order
   * @param encoded the value of its row
   */
  @SuppressWarnings("ArrayRecordComponent") // never modified or compared
  record PutRow(Item item, byte[] encoded) {}

  /** The same action, and if it is a put, with the item as it is stored. */
  LocatedAction withRow() {
    if (!(action instanceof WriteAction.Put it)) {
      return this;
    }
    Item item = it.item().inOrder();
    return new LocatedAction(action, table, key, row, new PutRow(item, ItemCodec.encode(item)));
  }

  /**
   * Checks the key of an action and finds its row.
   *
   * @throws dev.gramme.model.ApiError a ValidationException
   */
  static LocatedAction of(WriteAction action, TableDefinition table, WriteRequest.Kind kind) {
    if (action instanceof WriteAction.Put put) {
      KeyRules.checkItemKey(table, put.item(), kind == WriteRequest.Kind.BATCH);
    } else {
      KeyRules.checkKey(table, key(action));
    }
    Item key = action instanceof WriteAction.Put put ? table.key().of(put.item()) : key(action);
    return new LocatedAction(action, table, key, RowKeys.item(table, key), null);
  }

  /**
   * Checks the index keys and vectors that the action sets, as far as they do not depend on the
   * stored item.
   *
   * @throws dev.gramme.model.ApiError a ValidationException
   */
  void checkIndexes() {
    if (action instanceof WriteAction.Put put) {
      KeyRules.checkIndexKeys(table, put.item(), null, null);
      VectorRules.check(table, put.item(), null);
    } else if (action instanceof WriteAction.Change change) {
      KeyRules.checkPaths(table, change.update());
      KeyRules.checkIndexKeyTypes(table, change.update());
    }
  }

  /** The key of an action; a put has a whole item instead. */
  private static Item key(WriteAction action) {
    return switch (action) {
      case WriteAction.Put put -> put.item();
      case WriteAction.Delete delete -> delete.key();
      case WriteAction.Change change -> change.key();
      case WriteAction.Check check -> check.key();
      case WriteAction.Expire expire -> expire.key();
      case WriteAction.Replicate replicate -> replicate.key();
    };
  }

  /** Whether the action is a put or delete without a condition, so that nothing is evaluated. */
  boolean isUnconditional() {
    return (action instanceof WriteAction.Put || action instanceof WriteAction.Delete)
        && action.condition() == null;
  }

  /** Whether nothing that is written depends on the old item: no condition, index, log, expiry. */
  boolean ignoresOldItem() {
    TimeToLive timeToLive = table.features().timeToLive();
    var log = table.features().log();
    return isUnconditional()
        && table.localIndexes().isEmpty()
        && table.globalIndexes().isEmpty()
        && table.vectorIndexes().isEmpty()
        && (timeToLive == null || !timeToLive.isOn())
        && (log == null || !log.isKept());
  }

  /**
   * The memory that a new item needs at most until it is written: its own row and an entry in each
   * index, encoded and in the write-ahead log.
   */
  long bytesOf(Item after) {
    return 2L
        * after.sizeBytes()
        * (1 + table.localIndexes().size() + table.globalIndexes().size());
  }
}
