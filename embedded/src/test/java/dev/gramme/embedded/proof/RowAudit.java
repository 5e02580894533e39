package dev.gramme.embedded.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.TableStatistics.Counts;
import dev.gramme.engine.check.Finding;
import dev.gramme.engine.check.StoreCheck;
import dev.gramme.engine.index.IndexRows;
import dev.gramme.engine.index.VectorEntry;
import dev.gramme.engine.index.VectorRows;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Store;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Checks all rows of a store that has no other user. The expected index entries, item collection
 * sizes and counts follow from the items. The store must have exactly these rows and no others.
 */
public final class RowAudit {
  /** The row kind of the size of an item collection. */
  private static final int COLLECTION_SIZE = 2;

  private static final int FIRST_NUMBER = 1;

  private final Engine engine;
  private final Store store;

  private RowAudit(Engine engine, Store store) {
    this.engine = engine;
    this.store = store;
  }

  /**
   * Resumes interrupted background work, waits for its completion and checks every table of the
   * store.
   */
  public static void check(Store store) {
    // Background work runs on this thread, so it is complete when the engine is open.
    try (var engine =
        Engine.open(store, InstantSource.system(), Runnable::run, EngineOptions.DEFAULT)) {
      new RowAudit(engine, store).check();
    }
    checkWithoutEngine(store);
  }

  /**
   * Checks a database as a killed process has left it, with interrupted background work, as {@code
   * ./gramme check} does.
   */
  public static void checkAsLeft(Path database) {
    try (var store = RocksStore.open(RocksStoreOptions.of(database))) {
      store.verifyChecksums();
      checkWithoutEngine(store);
    }
  }

  private static void checkWithoutEngine(Store store) {
    var findings = new ArrayList<Finding>();
    StoreCheck.run(store, findings::add);
    assertThat(findings).isEmpty();
  }

  private void check() {
    var known = new ArrayList<Integer>();
    for (String name : engine.catalog().names("", Integer.MAX_VALUE)) {
      TableDefinition table = engine.catalog().find(name).orElseThrow();
      assertThat(table.globalIndexes()).noneMatch(GlobalIndex::backfilling);
      known.add(table.number());
      table.globalIndexes().forEach(index -> known.add(index.number()));
      assertThat(table.vectorIndexes()).noneMatch(VectorIndex::backfilling);
      table.vectorIndexes().forEach(index -> known.add(index.number()));
      check(table);
    }
    engine.backups().all().forEach(backup -> known.add(backup.number()));
    assertThat(numbersInUse()).as("tables and indexes that have rows").isSubsetOf(known);
  }

  private void check(TableDefinition table) {
    Map<String, String> rows = rows(table.number());
    var expected = new TreeMap<String, String>();
    var sizes = new HashMap<String, Long>();
    var items = new ArrayList<Item>();
    for (var row : rows.entrySet()) {
      if (kind(table, row.getKey()) == RowKeys.ITEM) {
        Item item = ItemCodec.decode(bytes(row.getValue()));
        items.add(item);
        expected.put(hex(RowKeys.item(table, item)), row.getValue());
      }
    }
    for (LocalIndex index : table.localIndexes()) {
      var entries = entries(table, index, items);
      expected.putAll(entries);
      checkCounts(engine.catalog().statistics().counts(table, index), entries, index.name());
    }
    if (!table.localIndexes().isEmpty()) {
      items.forEach(item -> addSizes(table, item, sizes));
      sizes.forEach((row, size) -> expected.put(row, HexFormat.of().toHexDigits(size)));
    }
    assertThat(rows).as("rows of table %s", table.name()).isEqualTo(expected);
    long bytes = items.stream().mapToLong(Item::sizeBytes).sum();
    assertThat(engine.catalog().statistics().counts(table.number()))
        .as("counts of table %s", table.name())
        .isEqualTo(new Counts(items.size(), bytes));
    for (GlobalIndex index : table.globalIndexes()) {
      var entries = entries(table, index, items);
      assertThat(rows(index.number())).as("rows of index %s", index.name()).isEqualTo(entries);
      checkCounts(engine.catalog().statistics().counts(index.number()), entries, index.name());
    }
    table.vectorIndexes().forEach(index -> check(table, index, items));
  }

  private void check(TableDefinition table, VectorIndex index, List<Item> items) {
    var entries = new TreeMap<String, VectorEntry>();
    for (Item item : items) {
      VectorEntry entry = VectorRows.entry(table, index, item);
      if (entry != null) {
        entries.put(hex(RowKeys.entry(table, index, item)), entry);
      }
    }
    var rows = new TreeMap<String, VectorEntry>();
    rows(index.number()).forEach((row, value) -> rows.put(row, VectorEntry.decode(bytes(value))));
    assertThat(rows).as("rows of vector index %s", index.name()).isEqualTo(entries);
    long bytes = entries.values().stream().mapToLong(entry -> entry.sizeBytes(index)).sum();
    assertThat(engine.catalog().statistics().counts(index.number()))
        .as("counts of vector index %s", index.name())
        .isEqualTo(new Counts(entries.size(), bytes));
  }

  private static Map<String, String> entries(
      TableDefinition table, SecondaryIndex index, List<Item> items) {
    var entries = new TreeMap<String, String>();
    for (Item item : items) {
      Item entry = IndexRows.entry(table, index, item);
      if (entry != null) {
        entries.put(hex(IndexRows.row(table, index, item)), hex(ItemCodec.encode(entry)));
      }
    }
    return entries;
  }

  private static void checkCounts(Counts counts, Map<String, String> entries, String index) {
    long bytes =
        entries.values().stream()
            .mapToLong(entry -> ItemCodec.decode(bytes(entry)).sizeBytes())
            .sum();
    assertThat(counts).as("counts of index %s", index).isEqualTo(new Counts(entries.size(), bytes));
  }

  private static void addSizes(TableDefinition table, Item item, Map<String, Long> sizes) {
    byte[] row =
        RowKeys.partitionRows(table.number(), table.key(), item, COLLECTION_SIZE).toByteArray();
    long size = item.sizeBytes();
    for (LocalIndex index : table.localIndexes()) {
      Item entry = IndexRows.entry(table, index, item);
      size += entry == null ? 0 : entry.sizeBytes();
    }
    sizes.merge(hex(row), size, Long::sum);
  }

  private static int kind(TableDefinition table, String row) {
    return RowKeys.kindOf(bytes(row), table.key().hash());
  }

  private Map<String, String> rows(int number) {
    return rows(store, RowKeys.tableStart(number), RowKeys.tableStart(number + 1));
  }

  private List<Integer> numbersInUse() {
    var numbers = new ArrayList<Integer>();
    byte[] last = new byte[8];
    Arrays.fill(last, (byte) 0xFF);
    byte[] from = RowKeys.tableStart(FIRST_NUMBER);
    for (boolean more = true; more; ) {
      try (Cursor cursor = store.range(from, last, Direction.ASCENDING)) {
        more = cursor.next();
        if (more) {
          int number = new ByteReader(cursor.key()).readInt();
          numbers.add(number);
          from = RowKeys.tableStart(number + 1);
        }
      }
    }
    return numbers;
  }

  private static Map<String, String> rows(Reader reader, byte[] from, byte[] to) {
    var rows = new TreeMap<String, String>();
    try (Cursor cursor = reader.range(from, to, Direction.ASCENDING)) {
      while (cursor.next()) {
        rows.put(hex(cursor.key()), hex(cursor.value()));
      }
    }
    return rows;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
