package dev.gramme.engine.check;

import dev.gramme.engine.index.IndexRows;
import dev.gramme.engine.index.ItemCollection;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.ttl.ExpiryRows;
import dev.gramme.model.ByteReader;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TimeToLive;
import dev.gramme.model.VectorIndex;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks the rows of a table in one pass: its items with all rows that are derived from them, the
 * entries of its local indexes, and the sizes of its item collections.
 */
final class TableCheck {
  private static final String ITEMS = "items";

  private final Reader reader;
  private final TableDefinition table;
  private final Consumer<Finding> findings;
  private final Map<Integer, EntryCheck> localIndexes = new HashMap<>();
  private final List<IndexCheck> indexes;
  private final Tally items = new Tally();
  private final Map<Integer, Tally> localEntries = new HashMap<>();

  private byte @Nullable [] partition;
  private long size;
  private byte @Nullable [] storedSize;
  private boolean isPartitionDamaged;
  private boolean hasDamagedItems;

  /** A number of rows and the sum of their sizes. */
  static final class Tally {
    private long items;
    private long bytes;

    void add(long sizeBytes) {
      items++;
      bytes += sizeBytes;
    }

    long items() {
      return items;
    }

    long bytes() {
      return bytes;
    }
  }

  /**
   * @param indexes the checks of the indexes with numbers of their own
   */
  TableCheck(
      Reader reader, TableDefinition table, List<IndexCheck> indexes, Consumer<Finding> findings) {
    this.reader = reader;
    this.table = table;
    this.indexes = indexes;
    this.findings = findings;
    for (LocalIndex index : table.localIndexes()) {
      localIndexes.put(RowKeys.kind(index), EntryCheck.of(reader, table, index, findings));
      localEntries.put(index.number(), new Tally());
    }
  }

  /** Whether the stored counts can be compared: they include items that cannot be decoded. */
  boolean isCounted() {
    return !hasDamagedItems;
  }

  /** The counts of the items. */
  Tally items() {
    return items;
  }

  /** The counts of the entries that a local index must have. */
  Tally entries(LocalIndex index) {
    Tally tally = localEntries.get(index.number());
    return tally == null ? new Tally() : tally;
  }

  void run() {
    try (Cursor rows = Rows.of(reader, table.number())) {
      while (rows.next()) {
        row(rows.key(), rows.value());
      }
    }
    endPartition();
  }

  private void row(byte[] row, byte[] value) {
    int kind;
    byte[] start;
    try {
      kind = RowKeys.kindOf(row, table.key().hash());
      start = Arrays.copyOf(row, RowKeys.partitionLength(row, table.key().hash()));
    } catch (RuntimeException damaged) {
      report(ITEMS, Rows.hex(row), "the row's key cannot be decoded");
      return;
    }
    if (!Arrays.equals(start, partition)) {
      endPartition();
      partition = start;
    }
    EntryCheck local = localIndexes.get(kind);
    if (kind == RowKeys.ITEM) {
      item(row, value);
    } else if (kind == ItemCollection.KIND) {
      storedSize = value;
    } else if (local != null) {
      local.check(row, Rows.decode(value).isPresent());
    } else {
      report(ITEMS, Rows.hex(row), "a row of the unknown kind " + kind);
    }
  }

  private void item(byte[] row, byte[] value) {
    Optional<Item> decoded = Rows.decode(value);
    if (decoded.isEmpty()) {
      reportDamaged(row, "the item cannot be decoded");
      return;
    }
    Item item = decoded.get();
    if (!Rows.isInItsRow(table, item, row)) {
      reportDamaged(row, "the item has another key than its row");
      return;
    }
    items.add(item.sizeBytes());
    size += item.sizeBytes();
    for (LocalIndex index : table.localIndexes()) {
      Item entry = IndexRows.entry(table, index, item);
      if (entry != null) {
        size += entry.sizeBytes();
        entries(index).add(entry.sizeBytes());
        localEntryOf(index, item, entry);
      }
    }
    indexes.forEach(index -> index.item(row, item));
    TimeToLive timeToLive = table.features().timeToLive();
    if (timeToLive != null && timeToLive.status() == TimeToLive.Status.ENABLED) {
      ExpiryRows.row(table, row, item).ifPresent(expiry -> expiry(row, item, expiry));
    }
  }

  private void reportDamaged(byte[] row, String what) {
    report(ITEMS, Rows.hex(row), what);
    hasDamagedItems = true;
    isPartitionDamaged = true;
  }

  private void localEntryOf(LocalIndex index, Item item, Item entry) {
    byte[] entryRow = IndexRows.row(table, index, item);
    byte[] expected = ItemCodec.encode(entry);
    byte[] stored = reader.get(entryRow);
    if (!Arrays.equals(stored, expected)) {
      findings.accept(
          Finding.repairable(
              table.name(),
              index.name(),
              Rows.key(table, item),
              stored == null ? "the entry is missing" : "the entry differs from the item",
              tx -> tx.put(entryRow, expected)));
    }
  }

  private void expiry(byte[] row, Item item, byte[] expiryRow) {
    if (reader.get(expiryRow) == null) {
      findings.accept(
          Finding.repairable(
              table.name(),
              "expiry times",
              Rows.key(table, item),
              "the expiry time is missing",
              tx -> ExpiryRows.add(tx, table, row, item)));
    }
  }

  private void endPartition() {
    byte[] start = partition;
    if (start != null && !isPartitionDamaged) {
      long expected = table.localIndexes().isEmpty() ? 0 : size;
      byte[] sizeRow = ItemCollection.row(start);
      byte @Nullable [] value = expected == 0 ? null : ItemCollection.value(expected);
      if (!Arrays.equals(storedSize, value)) {
        findings.accept(
            Finding.repairable(
                table.name(),
                "item collections",
                Rows.hex(sizeRow),
                "the size is %s instead of %d".formatted(inWords(storedSize), expected),
                tx -> {
                  if (value == null) {
                    tx.delete(sizeRow);
                  } else {
                    tx.put(sizeRow, value);
                  }
                }));
      }
    }
    size = 0;
    storedSize = null;
    isPartitionDamaged = false;
  }

  private static String inWords(byte @Nullable [] stored) {
    if (stored == null) {
      return "missing";
    }
    return stored.length == Long.BYTES
        ? Long.toString(new ByteReader(stored).readLong())
        : "damaged";
  }

  private void report(String part, String key, String what) {
    findings.accept(Finding.lasting(table.name(), part, key, what));
  }

  /** The checks of the indexes of a table that have numbers of their own. */
  static List<IndexCheck> indexes(
      Reader reader, TableDefinition table, Consumer<Finding> findings) {
    var indexes = new ArrayList<IndexCheck>();
    for (GlobalIndex index : table.globalIndexes()) {
      if (index.status() != GlobalIndex.Status.DELETING) {
        indexes.add(new GlobalIndexCheck(reader, table, index, findings));
      }
    }
    for (VectorIndex index : table.vectorIndexes()) {
      if (index.status() != GlobalIndex.Status.DELETING) {
        indexes.add(new VectorIndexCheck(reader, table, index, findings));
      }
    }
    return indexes;
  }
}
