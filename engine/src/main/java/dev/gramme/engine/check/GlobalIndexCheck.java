package dev.gramme.engine.check;

import dev.gramme.engine.check.TableCheck.Tally;
import dev.gramme.engine.index.IndexRows;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Reader;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Checks a global index. While it is backfilled, entries may be missing, but existing entries must
 * be right.
 */
final class GlobalIndexCheck implements IndexCheck {
  private final Reader reader;
  private final TableDefinition table;
  private final GlobalIndex index;
  private final Consumer<Finding> findings;
  private final Tally counts = new Tally();

  GlobalIndexCheck(
      Reader reader, TableDefinition table, GlobalIndex index, Consumer<Finding> findings) {
    this.reader = reader;
    this.table = table;
    this.index = index;
    this.findings = findings;
  }

  @Override
  public int number() {
    return index.number();
  }

  @Override
  public String name() {
    return index.name();
  }

  @Override
  public void item(byte[] row, Item item) {
    Item entry = IndexRows.entry(table, index, item);
    if (entry == null) {
      return;
    }
    byte[] entryRow = IndexRows.row(table, index, item);
    byte[] expected = ItemCodec.encode(entry);
    byte[] stored = reader.get(entryRow);
    if (stored == null && index.status() == GlobalIndex.Status.CREATING) {
      return;
    }
    counts.add(entry.sizeBytes());
    if (!Arrays.equals(stored, expected)) {
      findings.accept(
          Finding.repairable(
              table.name(),
              index.name(),
              Rows.key(table, item),
              stored == null ? "the entry is missing" : "the entry differs from the item",
              tx -> tx.derive(row, entryRow, expected)));
    }
  }

  @Override
  public void entries(boolean hasDamagedItems) {
    try (Cursor rows = Rows.of(reader, index.number())) {
      while (rows.next()) {
        byte[] row = rows.key();
        Optional<Item> entry = Rows.decode(rows.value());
        if (hasDamagedItems && entry.filter(table.key()::isIn).isEmpty()) {
          findings.accept(TableCheck.unknownEntry(table, index.name(), row));
        } else if (!TableCheck.isOfItem(reader, table, index, row, entry)) {
          byte[] source =
              entry.filter(table.key()::isIn).map(item -> RowKeys.item(table, item)).orElse(row);
          findings.accept(
              Finding.repairable(
                  table.name(),
                  index.name(),
                  entry.map(item -> Rows.key(table, item)).orElseGet(() -> Rows.hex(row)),
                  "the entry belongs to no item",
                  tx -> {
                    if (!TableCheck.isRepaired(tx, table, index, row)) {
                      tx.derive(source, row, null);
                    }
                  }));
        }
      }
    }
  }

  @Override
  public Tally counts() {
    return counts;
  }
}
