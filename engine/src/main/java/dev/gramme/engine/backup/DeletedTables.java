package dev.gramme.engine.backup;

import dev.gramme.engine.catalog.RowRetention;
import dev.gramme.engine.catalog.TableStatistics.Counts;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Transaction;
import java.time.Duration;
import java.time.Instant;

/**
 * Keeps a backup of the last state of a deleted table that had point-in-time recovery enabled. No
 * items are copied: the rows stay under the table's number, which is never reused.
 */
public final class DeletedTables {
  /** How long the backup is kept. */
  static final Duration KEPT = Duration.ofDays(35);

  private DeletedTables() {}

  /** Adds the backup, in the transaction that deletes the table. */
  public static void keepBackup(Transaction tx, TableDefinition table, Counts counts, Instant now) {
    if (table.features().recovery() == null) {
      return;
    }
    new Backup(
            Backup.id(now, table.number()),
            table.name() + "$DeletedTableBackup",
            Backup.Type.SYSTEM,
            Backup.Status.AVAILABLE,
            now,
            now.plus(KEPT),
            table.number(),
            counts.items(),
            counts.sizeBytes(),
            table)
        .write(tx);
    new RowRetention(table.number(), table.number(), RowRetention.NO_CHANGES).put(tx);
  }
}
