package dev.gramme.engine.catalog;

import dev.gramme.engine.catalog.TableSettings.Kind;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Transaction;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The source of a restored table. The service shows it only until the table is active.
 *
 * @param sourceTable the name of the table that was restored
 * @param sourceRegion the region of that table
 * @param backupId the backup that it was restored from, null for a point in time
 * @param restored the point in time of the restored items
 */
public record RestoreSummary(
    String sourceTable, String sourceRegion, @Nullable String backupId, Instant restored) {
  /** Stores the summary of a table. */
  public void put(Transaction tx, int number) {
    var out =
        Item.builder(4)
            .put("SourceTable", new S(sourceTable))
            .put("SourceRegion", new S(sourceRegion))
            .put("Restored", new S(restored.toString()));
    if (backupId != null) {
      out.put("BackupId", new S(backupId));
    }
    TableSettings.put(tx, number, Kind.RESTORE_SUMMARY, "", out.build());
  }

  /** The summary of a table that is being restored; empty for other tables. */
  static Optional<RestoreSummary> ofRestoring(Reader reader, TableDefinition table) {
    return table.status() == TableDefinition.Status.CREATING
        ? read(reader, table.number())
        : Optional.empty();
  }

  private static Optional<RestoreSummary> read(Reader reader, int number) {
    return Optional.ofNullable(TableSettings.get(reader, number, Kind.RESTORE_SUMMARY, ""))
        .map(in ->
            new RestoreSummary(
                StoredFields.text(in, "SourceTable"),
                StoredFields.text(in, "SourceRegion"),
                in.get("BackupId") instanceof S(var id) ? id : null,
                Instant.parse(StoredFields.text(in, "Restored"))));
  }
}
