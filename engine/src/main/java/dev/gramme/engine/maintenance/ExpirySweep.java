package dev.gramme.engine.maintenance;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.time.Failures;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/**
 * Deletes expired items. It reads the index of expiry times, never the whole table; the deleting
 * transaction checks again that the item has expired.
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
   * @param lease nothing is deleted unless the lease is held
   */
  ExpirySweep(Store store, Catalog catalog, Writer writer, Duration delay, Lease lease) {
    this.store = store;
    this.catalog = catalog;
    this.writer = writer;
    this.delay = delay;
    this.lease = lease;
  }

  /** The number of items deleted since the start. */
  long deletedItems() {
    return deleted.sum();
  }

  /** Deletes all expired items. */
  void run() {
    Instant now = catalog.lifecycle().clock().instant();
    var failures = new Failures();
    for (TableDefinition table : catalog.tables()) {
      var timeToLive = table.features().timeToLive();
      if (timeToLive != null && timeToLive.isOn()) {
        failures.attempt(() -> sweep(table, now));
      }
    }
    failures.rethrow();
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
    var wrong = new ArrayList<byte[]>();
    for (byte[] row : expired) {
      byte[] stored = store.get(ExpiryRows.itemRow(row));
      Item item = stored == null ? null : ItemCodec.decode(stored);
      if (item != null && ExpiryRows.isOf(table, item, row)) {
        actions.add(new WriteAction.Expire(table.name(), table.key().of(item), now));
      } else {
        wrong.add(row);
      }
    }
    var dropping = wrong.stream().map(row -> drop(table, row)).toList();
    write(actions);
    dropping.forEach(CompletableFuture::join);
  }

  /** Removes a row that is wrong because TTL was off, or because a write is about to change it. */
  private CompletableFuture<Boolean> drop(TableDefinition table, byte[] row) {
    return store.transact(tx -> {
      ExpiryRows.drop(tx, catalog.current(tx, table.name()), row);
      return true;
    });
  }

  /** On a shared store, a request per item avoids transactions over many partitions. */
  private void write(List<WriteAction> actions) {
    if (actions.isEmpty()) {
      return;
    }
    List<List<WriteAction>> requests =
        store.isShared() ? actions.stream().map(List::of).toList() : List.of(actions);
    var writing =
        requests.stream()
            .map(request ->
                writer
                    .write(
                        new WriteRequest(
                            request, WriteRequest.Kind.BATCH, ItemChange.Cause.EXPIRY, null))
                    .thenAccept(result -> result.changes().forEach(this::count)))
            .toList();
    CompletableFuture.allOf(writing.toArray(CompletableFuture<?>[]::new)).join();
  }

  private void count(ItemChange change) {
    if (change.before() != null && change.after() == null) {
      deleted.increment();
    }
  }
}
