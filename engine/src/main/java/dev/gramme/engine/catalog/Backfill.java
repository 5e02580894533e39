package dev.gramme.engine.catalog;

import dev.gramme.engine.catalog.CatalogRows.Stored;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ItemCodec;
import dev.gramme.storage.ConflictException;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Adds existing items of a table to a new index.
 *
 * <p>Writes maintain the index from the moment it is in the definition. The backfill adds the items
 * that existed before. It walks the table in chunks: the keys come from a snapshot, and the
 * transaction that adds the entries reads the items again. An item that has changed since the
 * snapshot is added in its current form or not at all. An item whose entry a write has already
 * added is skipped, so that every entry is counted once. The position is committed with each chunk,
 * so that a restart continues from there.
 */
final class Backfill {
  private static final int CHUNK_ROWS = 128;

  private final Store store;
  private final TableStatistics statistics;
  private final String tableName;
  private final int number;
  private final byte[] positionKey;

  Backfill(Store store, TableStatistics statistics, String tableName, int number) {
    this.store = store;
    this.statistics = statistics;
    this.tableName = tableName;
    this.number = number;
    this.positionKey = SystemKeys.numbered(SystemKeys.BACKFILLS, number);
  }

  /**
   * Fills the index and makes it active. Ends early if the index has been dropped or the work is
   * stopped.
   *
   * @param job receives the progress after each chunk except the last
   */
  void run(BooleanSupplier stopped, BackgroundJob job) {
    int rows = CHUNK_ROWS;
    while (!stopped.getAsBoolean()) {
      try {
        switch (step(rows)) {
          case MORE -> {
            rows = CHUNK_ROWS;
            job.progressed();
          }
          case GONE -> {
            return;
          }
          case END -> {
            activate();
            return;
          }
        }
      } catch (ConflictException e) {
        if (rows == 1) {
          throw e;
        }
        // Writers keep changing these items; smaller chunks conflict with fewer writers.
        rows = rows / 2;
      }
    }
  }

  /** What a chunk has added to the index, and whether more chunks follow. */
  private record Filled(Progress progress, CountChanges counts) {
    Filled(Progress progress) {
      this(progress, new CountChanges());
    }
  }

  private enum Progress {
    MORE,
    END,
    GONE
  }

  private Progress step(int rows) {
    byte[] position = store.get(positionKey);
    Stored stored = CatalogRows.read(store, tableName);
    if (stored == null || BackfillableIndex.of(stored.definition(), number) == null) {
      return Progress.GONE;
    }
    Optional<ItemChunk> chunk;
    try (Snapshot snapshot = store.snapshot()) {
      chunk = ItemChunk.read(snapshot, stored.definition(), position, rows);
    }
    if (chunk.isEmpty()) {
      return Progress.END;
    }
    Filled filled = BlockingTransactions.transact(store, tx -> fill(tx, position, chunk.get()));
    statistics.committed(filled.counts());
    return filled.progress();
  }

  private Filled fill(Transaction tx, byte @Nullable [] position, ItemChunk chunk) {
    Stored stored = CatalogRows.read(tx, tableName);
    BackfillableIndex index =
        stored == null ? null : BackfillableIndex.of(stored.definition(), number);
    if (stored == null || index == null) {
      return new Filled(Progress.GONE);
    }
    if (!Arrays.equals(tx.get(positionKey), position)) {
      // Another server on the same store is filling this index, too.
      return new Filled(Progress.MORE);
    }
    long items = 0;
    long sizeBytes = 0;
    for (byte[] value : tx.getAll(chunk.rows())) {
      if (value != null) {
        var entryBytes = index.addEntry(tx, stored.definition(), ItemCodec.decode(value));
        if (entryBytes.isPresent()) {
          items++;
          sizeBytes += entryBytes.getAsLong();
        }
      }
    }
    tx.put(positionKey, chunk.position());
    CountChanges counts = new CountChanges().add(number, items, sizeBytes);
    statistics.write(tx, counts);
    return new Filled(chunk.isLast() ? Progress.END : Progress.MORE, counts);
  }

  private void activate() {
    boolean _ =
        BlockingTransactions.transact(
            store,
            tx -> {
              Stored stored = CatalogRows.read(tx, tableName);
              BackfillableIndex index =
                  stored == null ? null : BackfillableIndex.of(stored.definition(), number);
              if (stored == null || index == null) {
                return false;
              }
              CatalogRows.write(tx, index.activated(stored.definition()), stored);
              tx.delete(positionKey);
              return true;
            });
  }
}
