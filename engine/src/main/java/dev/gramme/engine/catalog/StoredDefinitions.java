package dev.gramme.engine.catalog;

import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Transaction;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The definitions in a store that no engine uses. */
public final class StoredDefinitions {
  private StoredDefinitions() {}

  /** All definitions. */
  public static List<TableDefinition> all(Reader reader) {
    return CatalogRows.readAll(reader).stream().map(CatalogRows.Stored::definition).toList();
  }

  /**
   * Writes the row with the version of a definition under the table's number; empty if that row is
   * right.
   */
  public static Optional<Consumer<Transaction>> versionRepair(
      Reader reader, TableDefinition table) {
    return CatalogRows.versionRepair(reader, table);
  }
}
