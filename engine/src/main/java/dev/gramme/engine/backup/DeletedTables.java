package dev.gramme.engine.backup;

import dev.gramme.engine.catalog.RowRetention;
import dev.gramme.engine.catalog.TableStatistics.Counts;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Transaction;
import java.time.Duration;
import java.time.Instant;

/**
 * What is left of a table that is deleted: if it could be restored to a point in time, a backup of
 * its last moment. Nothing is copied for that: its rows stay under its number, which no other table
 * will have.
 */
public final class DeletedTables {
  /** How long the backup is kept. */
  static final Duration KEPT = Duration.ofDays(35);

  private DeletedTables() {}

  /** Takes leave of a table in the transaction that deletes it. */
  public static void follow(Transaction tx, TableDefinition table, Counts counts, Instant now) {
    if (table.recovery() == null) {
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
