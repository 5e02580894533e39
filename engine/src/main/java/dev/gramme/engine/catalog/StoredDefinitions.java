package dev.gramme.engine.catalog;

import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Transaction;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The definitions in a store that no engine uses. */
public final class StoredDefinitions {
  private StoredDefinitions() {}

  /** All definitions. */
  public static List<TableDefinition> all(Reader reader) {
    return CatalogRows.readAll(reader).stream().map(CatalogRows.Stored::definition).toList();
  }

  /**
   * The numbers under which there may be rows of tables and indexes, or rows that wait for their
   * removal.
   */
  public static Set<Integer> numbers(Reader reader) {
    var numbers = new HashSet<>(CatalogRows.dropped(reader));
    all(reader).forEach(table -> numbers.addAll(CatalogRows.numbers(table)));
    return numbers;
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
