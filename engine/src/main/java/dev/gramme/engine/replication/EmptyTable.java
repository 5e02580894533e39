package dev.gramme.engine.replication;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.ApiError;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;

/** The rule that a table has no items when it becomes strongly consistent across regions. */
final class EmptyTable {
  private EmptyTable() {}

  /**
   * Throws an ApiError if the table has items. Reads the rows, because the counts of a shared store
   * lack the last changes.
   */
  static void require(Reader reader, TableDefinition table) {
    byte[] start = RowKeys.tableStart(table.number());
    try (Cursor rows = reader.range(start, RowKeys.afterPrefix(start), Direction.ASCENDING)) {
      if (rows.next()) {
        throw ApiError.validation(
            "Table " + table.name() + " must be empty to set MultiRegionConsistency to STRONG");
      }
    }
  }
}
