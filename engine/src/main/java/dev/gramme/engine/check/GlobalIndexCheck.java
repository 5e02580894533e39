package dev.gramme.engine.check;

import dev.gramme.engine.check.TableCheck.Tally;
import dev.gramme.engine.index.IndexRows;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Reader;
import java.util.Arrays;
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
  public void entries() {
    var entries = EntryCheck.of(reader, table, index, findings);
    try (Cursor rows = Rows.of(reader, index.number())) {
      while (rows.next()) {
        entries.check(rows.key(), Rows.decode(rows.value()).isPresent());
      }
    }
  }

  @Override
  public Tally counts() {
    return counts;
  }
}
