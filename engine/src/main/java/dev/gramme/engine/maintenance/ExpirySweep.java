package dev.gramme.engine.maintenance;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.time.Failures;
import dev.gramme.engine.ttl.ExpiryFronts;
import dev.gramme.engine.ttl.ExpiryRows;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.engine.write.Writer;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.Limits;
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
  private final ExpiryFronts fronts;
  private final LongAdder deleted = new LongAdder();

  /**
   * @param delay how long after its expiry an item is deleted
   * @param lease nothing is deleted unless the lease is held
   * @param fronts where the sweeps begin
   */
  ExpirySweep(
      Store store,
      Catalog catalog,
      Writer writer,
      Duration delay,
      Lease lease,
      ExpiryFronts fronts) {
    this.store = store;
    this.catalog = catalog;
    this.writer = writer;
    this.delay = delay;
    this.lease = lease;
    this.fronts = fronts;
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
      boolean isDeleted = table.status() == TableDefinition.Status.DELETING;
      if (timeToLive != null && timeToLive.isOn() && !isDeleted) {
        failures.attempt(() -> sweep(table, now));
      }
    }
    failures.rethrow();
  }

  private void sweep(TableDefinition table, Instant now) {
    long earliest = ExpiryRows.earliest(now);
    long end = now.minus(delay).getEpochSecond();
    if (store.isShared()) {
      boolean _ = sweep(table, now, earliest, end);
      return;
    }
    long begin = fronts.beginSweep(table, earliest, end);
    boolean done = false;
    try {
      done = sweep(table, now, begin, end);
    } finally {
      if (!done) {
        fronts.lower(table, begin);
      }
    }
  }

  /**
   * Deletes the items that expired in a range of seconds.
   *
   * @return whether it reached the end and left out no item
   */
  private boolean sweep(TableDefinition table, Instant now, long begin, long end) {
    byte[] from = ExpiryRows.from(table.number(), begin);
    byte[] to = ExpiryRows.from(table.number(), end);
    boolean complete = true;
    while (!catalog.lifecycle().isClosed() && lease.isHeld()) {
      List<byte[]> expired = rows(from, to);
      if (expired.isEmpty()) {
        return complete;
      }
      complete &= delete(table, expired, now);
      from = RowKeys.after(expired.getLast());
    }
    return false;
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

  /**
   * Deletes the items of some rows, in transactions of at most about {@link Limits#PAGE_BYTES}.
   * Each transaction reads all its items again, so their size limits the memory that it needs.
   *
   * @return whether no item was left out
   */
  private boolean delete(TableDefinition table, List<byte[]> expired, Instant now) {
    boolean complete = true;
    var actions = new ArrayList<WriteAction>(expired.size());
    var wrong = new ArrayList<byte[]>();
    long bytes = 0;
    for (byte[] row : expired) {
      byte[] stored = store.get(ExpiryRows.itemRow(row));
      Item item = stored == null ? null : ItemCodec.decode(stored);
      if (item == null || !ExpiryRows.isOf(table, item, row)) {
        wrong.add(row);
        continue;
      }
      actions.add(new WriteAction.Expire(table.name(), table.key().of(item), now));
      bytes += item.sizeBytes();
      if (bytes >= Limits.PAGE_BYTES) {
        complete &= write(actions);
        actions.clear();
        bytes = 0;
      }
    }
    var dropping = wrong.stream().map(row -> drop(table, row)).toList();
    complete &= write(actions);
    dropping.forEach(CompletableFuture::join);
    return complete;
  }

  /** Removes a row that is wrong because TTL was off, or because a write is about to change it. */
  private CompletableFuture<Boolean> drop(TableDefinition table, byte[] row) {
    return store.transact(tx -> {
      ExpiryRows.drop(tx, catalog.current(tx, table.name()), row);
      return true;
    });
  }

  /**
   * Deletes items. On a shared store, a request per item avoids transactions over many partitions.
   *
   * @return false if an item was left out, because a transaction of a client holds it
   */
  private boolean write(List<WriteAction> actions) {
    if (actions.isEmpty()) {
      return true;
    }
    List<List<WriteAction>> requests =
        store.isShared() ? actions.stream().map(List::of).toList() : List.of(actions);
    var writing = requests.stream().map(this::request).toList();
    CompletableFuture.allOf(writing.toArray(CompletableFuture<?>[]::new)).join();
    boolean complete = true;
    for (CompletableFuture<Boolean> request : writing) {
      complete &= request.join();
    }
    return complete;
  }

  private CompletableFuture<Boolean> request(List<WriteAction> actions) {
    return writer
        .write(new WriteRequest(actions, WriteRequest.Kind.BATCH, ItemChange.Cause.EXPIRY, null))
        .thenApply(result -> {
          result.changes().forEach(this::count);
          return result.unprocessed().isEmpty();
        });
  }

  private void count(ItemChange change) {
    if (change.before() != null && change.after() == null) {
      deleted.increment();
    }
  }
}
