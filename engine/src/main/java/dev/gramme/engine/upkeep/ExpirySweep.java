package dev.gramme.engine.upkeep;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.ttl.ExpiryRows;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.engine.write.Writer;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Deletes items that have expired. It walks the index of expiries, never the table; the deletion
 * itself looks again whether the item is still expired.
 */
final class ExpirySweep {
  private static final int CHUNK_ITEMS = 100;

  private final Store store;
  private final Catalog catalog;
  private final Writer writer;
  private final Duration delay;
  private final Lease lease;
  private final LongAdder deleted = new LongAdder();

  /**
   * @param delay how long after its expiry an item is deleted
   * @param lease without which nothing is deleted
   */
  ExpirySweep(Store store, Catalog catalog, Writer writer, Duration delay, Lease lease) {
    this.store = store;
    this.catalog = catalog;
    this.writer = writer;
    this.delay = delay;
    this.lease = lease;
  }

  /** How many items have been deleted since the start. */
  long deletedItems() {
    return deleted.sum();
  }

  /** Deletes what has expired. */
  void run() {
    Instant now = catalog.lifecycle().clock().instant();
    for (TableDefinition table : catalog.tables()) {
      var timeToLive = table.timeToLive();
      if (timeToLive != null && timeToLive.isOn()) {
        sweep(table, now);
      }
    }
  }

  private void sweep(TableDefinition table, Instant now) {
    byte[] from = ExpiryRows.from(table.number(), ExpiryRows.earliest(now));
    byte[] to = ExpiryRows.from(table.number(), now.minus(delay).getEpochSecond());
    while (!catalog.lifecycle().isClosed() && lease.isHeld()) {
      List<byte[]> expired = rows(from, to);
      if (expired.isEmpty()) {
        return;
      }
      delete(table, expired, now);
      from = RowKeys.after(expired.getLast());
    }
  }

  private List<byte[]> rows(byte[] from, byte[] to) {
    var rows = new ArrayList<byte[]>(CHUNK_ITEMS);
    try (Cursor cursor = store.range(from, to, Direction.ASCENDING)) {
      while (rows.size() < CHUNK_ITEMS && cursor.next()) {
        rows.add(cursor.key());
      }
    }
    return rows;
  }

  private void delete(TableDefinition table, List<byte[]> expired, Instant now) {
    var actions = new ArrayList<WriteAction>(expired.size());
    for (byte[] row : expired) {
      byte[] stored = store.get(ExpiryRows.itemRow(row));
      Item item = stored == null ? null : ItemCodec.decode(stored);
      if (item != null && ExpiryRows.isOf(table, item, row)) {
        actions.add(new WriteAction.Expire(table.name(), table.key().of(item), now));
      } else {
        drop(table, row);
      }
    }
    for (ItemChange change : write(actions)) {
      if (change.before() != null && change.after() == null) {
        deleted.increment();
      }
    }
  }

  /** A row that was left when the setting was off, or that is just being written. */
  private void drop(TableDefinition table, byte[] row) {
    store
        .transact(tx -> {
          ExpiryRows.drop(tx, catalog.current(tx, table.name()), row);
          return true;
        })
        .join();
  }

  /** On a store that servers share, what is in many places is better done one by one. */
  private List<ItemChange> write(List<WriteAction> actions) {
    if (actions.isEmpty()) {
      return List.of();
    }
    var kind = WriteRequest.Kind.BATCH;
    var cause = ItemChange.Cause.EXPIRY;
    if (!store.isShared()) {
      return writer.write(new WriteRequest(actions, kind, cause, null)).join().changes();
    }
    var writing =
        actions.stream()
            .map(action -> writer.write(new WriteRequest(List.of(action), kind, cause, null)))
            .toList();
    return writing.stream().flatMap(each -> each.join().changes().stream()).toList();
  }
}
