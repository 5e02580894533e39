package dev.gramme.engine.check;

import dev.gramme.engine.index.IndexRows;
import dev.gramme.engine.index.VectorRows;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Transaction;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Checks that the entries of an index belong to items. The row of an entry contains the key of its
 * item, so this needs no value that decodes. Whether an entry has the right value is checked
 * together with its item; so a row has at most one finding.
 */
final class EntryCheck {
  private final Reader reader;
  private final TableDefinition table;
  private final String index;
  private final Function<byte[], Item> itemKey;
  private final BiPredicate<Item, byte[]> hasEntry;
  private final Removal removal;
  private final Consumer<Finding> findings;

  /** Removes an entry. */
  private interface Removal {
    void remove(Transaction tx, byte[] itemRow, byte[] row);
  }

  private EntryCheck(
      Reader reader,
      TableDefinition table,
      String index,
      Function<byte[], Item> itemKey,
      BiPredicate<Item, byte[]> hasEntry,
      Removal removal,
      Consumer<Finding> findings) {
    this.reader = reader;
    this.table = table;
    this.index = index;
    this.itemKey = itemKey;
    this.hasEntry = hasEntry;
    this.removal = removal;
    this.findings = findings;
  }

  static EntryCheck of(
      Reader reader, TableDefinition table, LocalIndex index, Consumer<Finding> findings) {
    return new EntryCheck(
        reader,
        table,
        index.name(),
        row -> RowKeys.itemKey(table, index, row),
        hasEntry(table, index),
        (tx, itemRow, row) -> tx.delete(row),
        findings);
  }

  static EntryCheck of(
      Reader reader, TableDefinition table, GlobalIndex index, Consumer<Finding> findings) {
    return new EntryCheck(
        reader,
        table,
        index.name(),
        row -> RowKeys.itemKey(table, index, row),
        hasEntry(table, index),
        (tx, itemRow, row) -> tx.derive(itemRow, row, null),
        findings);
  }

  static EntryCheck of(
      Reader reader, TableDefinition table, VectorIndex index, Consumer<Finding> findings) {
    return new EntryCheck(
        reader,
        table,
        index.name(),
        row -> RowKeys.itemKey(table, index, row),
        (item, row) ->
            VectorRows.entry(table, index, item) != null
                && Arrays.equals(RowKeys.entry(table, index, item), row),
        (tx, itemRow, row) -> tx.delete(row),
        findings);
  }

  private static BiPredicate<Item, byte[]> hasEntry(TableDefinition table, SecondaryIndex index) {
    return (item, row) ->
        IndexRows.entry(table, index, item) != null
            && Arrays.equals(IndexRows.row(table, index, item), row);
  }

  /**
   * Checks an entry. That of an item that does not decode may be the only copy of attributes of the
   * item, so no repair deletes it.
   *
   * @param decodes whether the value of the row can be decoded
   */
  void check(byte[] row, boolean decodes) {
    Item key;
    try {
      key = itemKey.apply(row);
    } catch (RuntimeException damaged) {
      findings.accept(
          Finding.lasting(table.name(), index, Rows.hex(row), "the row's key cannot be decoded"));
      return;
    }
    byte[] itemRow = RowKeys.item(table, key);
    byte[] stored = reader.get(itemRow);
    Optional<Item> item =
        Optional.ofNullable(stored)
            .flatMap(Rows::decode)
            .filter(found -> Rows.isInItsRow(table, found, itemRow));
    if (stored != null && item.isEmpty()) {
      if (!decodes) {
        findings.accept(
            Finding.lasting(
                table.name(),
                index,
                Rows.key(table, key),
                "the entry cannot be decoded; it stays, because its item cannot be decoded either"));
      }
    } else if (item.filter(found -> hasEntry.test(found, row)).isEmpty()) {
      findings.accept(
          Finding.repairable(
              table.name(),
              index,
              Rows.key(table, key),
              "the entry belongs to no item",
              tx -> removal.remove(tx, itemRow, row)));
    }
  }
}
