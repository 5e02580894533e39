package dev.gramme.engine.catalog;

import dev.gramme.engine.index.IndexChange;
import dev.gramme.engine.index.VectorChange;
import dev.gramme.engine.index.VectorEntry;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Item counts and sizes of tables and indexes. They are counted in memory after each commit, so
 * that writes do not conflict on a shared counter row. A clean close writes them to the store;
 * after any other end, the next start counts again in the background. Transactions with an unknown
 * outcome are not counted; the start after such a transaction counts again, too.
 *
 * <p>The counts are those of the writes that this process made. The service updates its own counts
 * only about every six hours.
 */
public final class TableStatistics {
  private static final int PREFIX_BYTES = 5;
  private static final byte[] CLEAN = SystemKeys.numbered(SystemKeys.STATISTICS, 0);

  private final Store store;
  private final Lifecycle lifecycle;
  private final ConcurrentHashMap<Part, Tally> tallies = new ConcurrentHashMap<>();
  private volatile boolean complete;

  /** Whether a transaction may have been committed without being counted. */
  private volatile boolean uncertain;

  /** The snapshot that an unfinished count reads. */
  private volatile @Nullable Snapshot counting;

  TableStatistics(Store store, Lifecycle lifecycle) {
    this.store = store;
    this.lifecycle = lifecycle;
  }

  /** The number and size of the items of a table or an index. */
  public record Counts(long items, long sizeBytes) {}

  /**
   * A table or global index, by its number with {@code local} 0; or a local index, by the number of
   * its table and its own.
   */
  private record Part(int number, int local) {}

  private record Tally(LongAdder items, LongAdder bytes) {
    Tally() {
      this(new LongAdder(), new LongAdder());
    }

    void add(long moreItems, long moreBytes) {
      items.add(moreItems);
      bytes.add(moreBytes);
    }

    Counts counts() {
      return new Counts(Math.max(0, items.sum()), Math.max(0, bytes.sum()));
    }
  }

  /** The counts of a table or global index, by its number. */
  public Counts counts(int number) {
    return counts(new Part(number, 0));
  }

  /** The counts of a local index. */
  public Counts counts(TableDefinition table, LocalIndex index) {
    return counts(new Part(table.number(), index.number()));
  }

  /** Counts a committed change of a table or global index. */
  public void record(int number, long itemDelta, long bytesDelta) {
    if (itemDelta != 0 || bytesDelta != 0) {
      tally(new Part(number, 0)).add(itemDelta, bytesDelta);
    }
  }

  /** Counts a committed change of an item and of its index entries. */
  public void record(
      TableDefinition table,
      @Nullable Item before,
      @Nullable Item after,
      List<IndexChange> indexes,
      List<VectorChange> vectors) {
    record(new Part(table.number(), 0), before, after);
    for (VectorChange vector : vectors) {
      record(vector.index().number(), vector.entriesDelta(), vector.bytesDelta());
    }
    for (IndexChange change : indexes) {
      Part part =
          switch (change.index()) {
            case LocalIndex local -> new Part(table.number(), local.number());
            case GlobalIndex global -> new Part(global.number(), 0);
          };
      record(part, change.before(), change.after());
    }
  }

  private void record(Part part, @Nullable Item before, @Nullable Item after) {
    long items = (after == null ? 0L : 1L) - (before == null ? 0L : 1L);
    long bytes =
        (after == null ? 0L : after.sizeBytes()) - (before == null ? 0L : before.sizeBytes());
    if (items != 0 || bytes != 0) {
      tally(part).add(items, bytes);
    }
  }

  private Counts counts(Part part) {
    Tally tally = tallies.get(part);
    return tally == null ? new Counts(0, 0) : tally.counts();
  }

  private Tally tally(Part part) {
    Tally tally = tallies.get(part);
    return tally == null ? tallies.computeIfAbsent(part, p -> new Tally()) : tally;
  }

  /** Loads the counts of a clean close, or starts to count the rows of the store. */
  void open(List<TableDefinition> tables) {
    if (store.isShared()) {
      // No server knows the total: each counts the rows at its start, and then its own changes.
      var left = new ArrayDeque<>(tables);
      lifecycle.start("item count", "", job -> countAll(new PagedReader(store), left, job));
      return;
    }
    // The snapshot is older than every write of this process, so nothing is counted twice.
    Snapshot snapshot = store.snapshot();
    if (snapshot.get(CLEAN) != null) {
      try (snapshot) {
        load(snapshot);
      }
      BlockingTransactions.transact(
          store,
          tx -> {
            tx.delete(CLEAN);
            return true;
          });
      complete = true;
    } else if (tables.isEmpty()) {
      snapshot.close();
      complete = true;
    } else {
      counting = snapshot;
      var left = new ArrayDeque<>(tables);
      lifecycle.start(
          "item count",
          "",
          job -> {
            countAll(snapshot, left, job);
            if (!lifecycle.isClosed()) {
              complete = true;
              snapshot.close();
              counting = null;
            }
          });
    }
  }

  /** Counts each table of the list once; a repeated call continues with the remaining tables. */
  private void countAll(Reader reader, ArrayDeque<TableDefinition> left, BackgroundJob job) {
    for (var table = left.peek(); table != null && !lifecycle.isClosed(); table = left.peek()) {
      Map<Part, Tally> counted = count(reader, table);
      if (!lifecycle.isClosed()) {
        counted.forEach((part, tally) -> tally(part).add(tally.items().sum(), tally.bytes().sum()));
        left.remove();
        job.progressed();
      }
    }
  }

  /** Closes the snapshot of an unfinished count. Call this when no job runs any more. */
  void close() {
    Snapshot held = counting;
    if (held != null) {
      held.close();
      counting = null;
    }
  }

  /** Removes the counts of a dropped table or index. */
  void remove(int number) {
    tallies.keySet().removeIf(part -> part.number() == number);
  }

  /**
   * Records that a transaction may have been committed without being counted. The counts are then
   * not saved, so that the next start counts again.
   */
  public void uncertain() {
    uncertain = true;
  }

  /**
   * The counts that a clean close has written.
   *
   * @param number of a table or an index
   * @param local the number of a local index of the table, 0 for the table or a global index
   * @return empty if the next start counts all rows
   */
  public static Optional<Counts> saved(Reader reader, int number, int local) {
    if (reader.get(CLEAN) == null) {
      return Optional.empty();
    }
    byte[] value = reader.get(key(new Part(number, local)));
    if (value == null) {
      return Optional.of(new Counts(0, 0));
    }
    var in = new ByteReader(value);
    return Optional.of(new Counts(in.readLong(), in.readLong()));
  }

  /** Makes the next start count all rows. */
  public static void discardSaved(Transaction tx) {
    tx.delete(CLEAN);
  }

  /** Writes all counts to the store, unless they are incomplete or uncertain. */
  void save() {
    if (!complete || uncertain) {
      return;
    }
    BlockingTransactions.transact(
        store,
        tx -> {
          tallies.forEach((part, tally) ->
              tx.put(
                  key(part),
                  new ByteWriter(16)
                      .writeLong(tally.items().sum())
                      .writeLong(tally.bytes().sum())
                      .toByteArray()));
          tx.put(CLEAN, new byte[0]);
          return true;
        });
  }

  private void load(Snapshot snapshot) {
    try (Cursor rows = CatalogRows.space(snapshot, SystemKeys.STATISTICS)) {
      while (rows.next()) {
        byte[] key = rows.key();
        var in = new ByteReader(key, PREFIX_BYTES, key.length);
        int number = in.readInt();
        if (number != 0) {
          var value = new ByteReader(rows.value());
          int local = in.atEnd() ? 0 : in.readInt();
          tally(new Part(number, local)).add(value.readLong(), value.readLong());
        }
      }
    }
  }

  private static byte[] key(Part part) {
    byte[] key = SystemKeys.numbered(SystemKeys.STATISTICS, part.number());
    return part.local() == 0
        ? key
        : new ByteWriter(key.length + 4).write(key).writeInt(part.local()).toByteArray();
  }

  /** Counts a table and its indexes; stops early if the engine closes. */
  private Map<Part, Tally> count(Reader reader, TableDefinition table) {
    var counted = new HashMap<Part, Tally>();
    Map<Integer, Part> parts = new HashMap<>();
    parts.put(RowKeys.ITEM, new Part(table.number(), 0));
    for (LocalIndex index : table.localIndexes()) {
      parts.put(RowKeys.kind(index), new Part(table.number(), index.number()));
    }
    try (Cursor rows = rows(reader, table.number())) {
      while (rows.next() && !lifecycle.isClosed()) {
        Part part = parts.get(RowKeys.kindOf(rows.key(), table.key().hash()));
        if (part != null) {
          add(counted, part, ItemCodec.decode(rows.value()).sizeBytes());
        }
      }
    }
    for (GlobalIndex index : table.globalIndexes()) {
      count(reader, index.number(), counted);
    }
    for (VectorIndex index : table.vectorIndexes()) {
      count(reader, index, counted);
    }
    return counted;
  }

  private void count(Reader reader, VectorIndex index, Map<Part, Tally> counted) {
    var part = new Part(index.number(), 0);
    try (Cursor rows = rows(reader, index.number())) {
      while (rows.next() && !lifecycle.isClosed()) {
        add(counted, part, VectorEntry.decode(rows.value()).sizeBytes(index));
      }
    }
  }

  private void count(Reader reader, int number, Map<Part, Tally> counted) {
    var part = new Part(number, 0);
    try (Cursor rows = rows(reader, number)) {
      while (rows.next() && !lifecycle.isClosed()) {
        add(counted, part, ItemCodec.decode(rows.value()).sizeBytes());
      }
    }
  }

  private static void add(Map<Part, Tally> counted, Part part, long sizeBytes) {
    counted.computeIfAbsent(part, p -> new Tally()).add(1, sizeBytes);
  }

  private static Cursor rows(Reader reader, int number) {
    return reader.range(
        RowKeys.tableStart(number), RowKeys.tableStart(number + 1), Direction.ASCENDING);
  }
}
