package dev.gramme.engine.maintenance;

import dev.gramme.engine.catalog.BackgroundJob;
import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.ItemChunk;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.ttl.ExpiryFronts;
import dev.gramme.engine.ttl.ExpiryRows;
import dev.gramme.model.ApiError;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TimeToLive;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.util.Arrays;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Adds the items that existed when TTL was enabled to the index of expiry times. Like in the
 * backfill of a global index, the rows are found outside the transaction, and read again in the
 * transaction that adds their entries; the position is committed with each chunk.
 */
final class ExpiryBackfill {
  private static final int CHUNK_ROWS = 500;

  private final Store store;
  private final Catalog catalog;
  private final TableDefinition table;
  private final String tableName;
  private final int number;
  private final @Nullable TimeToLive setting;
  private final byte[] positionKey;
  private final ExpiryFronts fronts;

  ExpiryBackfill(Store store, Catalog catalog, TableDefinition table, ExpiryFronts fronts) {
    this.store = store;
    this.fronts = fronts;
    this.catalog = catalog;
    this.table = table;
    this.tableName = table.name();
    this.number = table.number();
    this.setting = table.features().timeToLive();
    this.positionKey = SystemKeys.numbered(SystemKeys.BACKFILLS, number);
  }

  /**
   * Adds the existing items, then sets the status to ENABLED. Ends early if the work is stopped.
   *
   * @param job receives the progress after each chunk except the last
   */
  void run(BooleanSupplier stopped, BackgroundJob job) {
    while (!stopped.getAsBoolean()) {
      byte[] position = store.get(positionKey);
      var chunk = ItemChunk.read(store, table, position, CHUNK_ROWS);
      var filled =
          chunk.isEmpty()
              ? Filled.CHUNK
              : BlockingTransactions.transact(store, tx -> fill(tx, position, chunk.get()));
      fronts.forget(number);
      if (filled == Filled.NOTHING_WANTED) {
        return;
      }
      if (filled == Filled.CHUNK && chunk.map(ItemChunk::isLast).orElse(true)) {
        finish();
        return;
      }
      job.progressed();
    }
  }

  private enum Filled {
    /** All rows of the chunk were added. */
    CHUNK,
    /** Nothing was added: another server has moved the position. */
    BY_ANOTHER_SERVER,
    /** Nothing was added: the table or its setting has changed. */
    NOTHING_WANTED
  }

  private Filled fill(Transaction tx, byte @Nullable [] position, ItemChunk chunk) {
    TableDefinition current;
    try {
      current = catalog.current(tx, tableName);
    } catch (ApiError error) {
      if (!Catalog.isMissing(error)) {
        throw error;
      }
      return Filled.NOTHING_WANTED;
    }
    if (!isWanted(current)) {
      return Filled.NOTHING_WANTED;
    }
    if (!Arrays.equals(tx.get(positionKey), position)) {
      return Filled.BY_ANOTHER_SERVER;
    }
    var values = tx.getAll(chunk.rows()).iterator();
    for (byte[] row : chunk.rows()) {
      byte[] value = values.next();
      if (value != null) {
        ExpiryRows.add(tx, current, row, ItemCodec.decode(value));
      }
    }
    tx.put(positionKey, chunk.position());
    return Filled.CHUNK;
  }

  private void finish() {
    try {
      catalog
          .change(
              tableName,
              (table, numbers) -> {
                TimeToLive timeToLive = table.features().timeToLive();
                if (timeToLive == null || !isWanted(table)) {
                  return table;
                }
                var enabled =
                    new TimeToLive(
                        timeToLive.attribute(), TimeToLive.Status.ENABLED, timeToLive.changed());
                return table.toBuilder().timeToLive(enabled).build();
              })
          .join();
    } catch (CompletionException e) {
      if (!Catalog.isMissing(e)) {
        throw e;
      }
    }
    store
        .transact(tx -> {
          tx.delete(positionKey);
          return true;
        })
        .join();
  }

  /** Whether the setting is still the one of this backfill, and not yet enabled. */
  private boolean isWanted(TableDefinition table) {
    TimeToLive timeToLive = table.features().timeToLive();
    return table.number() == number
        && timeToLive != null
        && timeToLive.status() == TimeToLive.Status.ENABLING
        && timeToLive.equals(setting);
  }
}
