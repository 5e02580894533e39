package dev.gramme.engine.check;

import dev.gramme.engine.check.TableCheck.Tally;
import dev.gramme.engine.index.VectorEntry;
import dev.gramme.engine.index.VectorRows;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Reader;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Checks a vector index. While it is backfilled, entries may be missing, but existing entries must
 * be right.
 */
final class VectorIndexCheck implements IndexCheck {
  private final Reader reader;
  private final TableDefinition table;
  private final VectorIndex index;
  private final Consumer<Finding> findings;
  private final Tally counts = new Tally();

  VectorIndexCheck(
      Reader reader, TableDefinition table, VectorIndex index, Consumer<Finding> findings) {
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
    VectorEntry entry = VectorRows.entry(table, index, item);
    if (entry == null) {
      return;
    }
    byte[] entryRow = RowKeys.entry(table, index, item);
    byte[] stored = reader.get(entryRow);
    if (stored == null && index.status() == GlobalIndex.Status.CREATING) {
      return;
    }
    counts.add(entry.sizeBytes(index));
    if (stored == null || decode(stored).filter(entry::equals).isEmpty()) {
      findings.accept(
          Finding.repairable(
              table.name(),
              index.name(),
              Rows.key(table, item),
              stored == null ? "the entry is missing" : "the entry differs from the item",
              tx -> tx.put(entryRow, entry.encode())));
    }
  }

  @Override
  public void entries() {
    var entries = EntryCheck.of(reader, table, index, findings);
    try (Cursor rows = Rows.of(reader, index.number())) {
      while (rows.next()) {
        entries.check(rows.key(), decode(rows.value()).isPresent());
      }
    }
  }

  @Override
  public Tally counts() {
    return counts;
  }

  private static Optional<VectorEntry> decode(byte[] value) {
    try {
      return Optional.of(VectorEntry.decode(value));
    } catch (RuntimeException damaged) {
      return Optional.empty();
    }
  }
}
