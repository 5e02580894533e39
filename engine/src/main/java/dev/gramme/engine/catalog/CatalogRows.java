package dev.gramme.engine.catalog;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Precondition;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Transaction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the catalog. A definition is stored under its table's name, preceded by its version.
 * The version is also stored in a row of its own under the table's number, so that a write checks
 * eight bytes instead of reading the definition.
 */
final class CatalogRows {
  private static final int VERSION_BYTES = 8;

  private static final int PREFIX_BYTES = 5;
  private static final byte[] NUMBERS = Utf8.bytes("numbers");
  private static final byte[] NOTHING = {};

  /** Where the removal of dropped rows begins: before all keys. */
  static final byte[] BEGINNING = {};

  /**
   * The key spaces with a few rows for each table or index, by number. Their rows are deleted with
   * it.
   */
  private static final List<Integer> BELONGINGS =
      List.of(
          SystemKeys.STATISTICS,
          SystemKeys.TABLE_SETTINGS,
          SystemKeys.DESTINATIONS,
          SystemKeys.INSIGHTS);

  /**
   * The key spaces that may have a row for each item. Their rows are removed in the background,
   * like the items.
   */
  private static final List<Integer> BELONGINGS_OF_ITEMS =
      List.of(SystemKeys.EXPIRIES, SystemKeys.REPLICATION);

  private CatalogRows() {}

  /** A stored definition. */
  static final class Stored {
    private final TableDefinition definition;
    private final long version;
    private final byte[] versionRow;
    private final Precondition precondition;

    private Stored(TableDefinition definition, long version) {
      this.definition = definition;
      this.version = version;
      this.versionRow = versionRow(definition.number());
      this.precondition = new Precondition(versionRow, version(version));
    }

    TableDefinition definition() {
      return definition;
    }

    /** A precondition that holds as long as this is the stored definition. */
    Precondition precondition() {
      return precondition;
    }

    private static Stored of(byte[] row) {
      var item = ItemCodec.decode(Arrays.copyOfRange(row, VERSION_BYTES, row.length));
      return new Stored(TableCodec.decode(item), new ByteReader(row).readLong());
    }
  }

  /** The definition of a table, null if there is none. */
  static @Nullable Stored read(Reader reader, String name) {
    byte[] row = reader.get(tableKey(name));
    return row == null ? null : Stored.of(row);
  }

  /** All definitions. */
  static List<Stored> readAll(Reader reader) {
    var all = new ArrayList<Stored>();
    try (Cursor rows = space(reader, SystemKeys.TABLES)) {
      while (rows.next()) {
        all.add(Stored.of(rows.value()));
      }
    }
    return all;
  }

  /** Writes the version of a definition under the table's number; empty if it is right. */
  static Optional<Consumer<Transaction>> versionRepair(Reader reader, TableDefinition table) {
    Stored stored = read(reader, table.name());
    if (stored == null || stored.precondition.holdsIn(reader)) {
      return Optional.empty();
    }
    return Optional.of(tx -> tx.put(stored.versionRow, version(stored.version)));
  }

  /** The names after a name, in bytewise order, up to a limit. */
  static List<String> names(Reader reader, String after, int limit) {
    var names = new ArrayList<String>();
    byte[] from = RowKeys.after(tableKey(after));
    byte[] to = SystemKeys.spaceStart(SystemKeys.TABLES + 1);
    try (Cursor rows = reader.range(from, to, Direction.ASCENDING)) {
      while (names.size() < limit && rows.next()) {
        byte[] key = rows.key();
        names.add(new String(key, PREFIX_BYTES, key.length - PREFIX_BYTES, StandardCharsets.UTF_8));
      }
    }
    return names;
  }

  /** Stores a new definition, or replaces an existing one. */
  static void write(Transaction tx, TableDefinition definition, @Nullable Stored before) {
    byte[] version = version(before == null ? 1 : before.version + 1);
    byte[] item = ItemCodec.encode(TableCodec.encode(definition));
    byte[] row =
        new ByteWriter(VERSION_BYTES + item.length).write(version).write(item).toByteArray();
    tx.put(tableKey(definition.name()), row);
    tx.put(versionRow(definition.number()), version);
  }

  /** Removes a definition; the rows under its numbers are dropped separately. */
  static void remove(Transaction tx, Stored stored) {
    tx.delete(tableKey(stored.definition().name()));
    tx.delete(stored.versionRow);
  }

  /** Allocates the next number. The first is 1: number 0 holds the engine's own rows. */
  static int takeNumber(Transaction tx) {
    byte[] key = SystemKeys.named(SystemKeys.COUNTERS, NUMBERS);
    byte[] last = tx.get(key);
    int next = last == null ? 1 : new ByteReader(last).readInt() + 1;
    tx.put(key, new ByteWriter(4).writeInt(next).toByteArray());
    return next;
  }

  /**
   * The numbers under which a table has rows: its own, and those of its global and vector indexes.
   */
  static Set<Integer> numbers(TableDefinition table) {
    var numbers = new HashSet<Integer>();
    numbers.add(table.number());
    table.globalIndexes().forEach(index -> numbers.add(index.number()));
    table.vectorIndexes().forEach(index -> numbers.add(index.number()));
    return numbers;
  }

  /**
   * The numbers that a table had and no longer has.
   *
   * @param before null if the table did not exist
   * @param after null if it no longer exists
   */
  static Set<Integer> gone(@Nullable Stored before, @Nullable Stored after) {
    var gone = new HashSet<Integer>();
    if (before != null) {
      gone.addAll(numbers(before.definition()));
    }
    if (after != null) {
      gone.removeAll(numbers(after.definition()));
    }
    return gone;
  }

  /** Marks the rows under a number for removal. */
  static void putDropped(Transaction tx, int number) {
    tx.put(SystemKeys.numbered(SystemKeys.DROPPED, number), NOTHING);
    tx.delete(SystemKeys.numbered(SystemKeys.BACKFILLS, number));
    for (int space : BELONGINGS) {
      tx.deleteRange(SystemKeys.numbered(space, number), SystemKeys.numbered(space, number + 1));
    }
  }

  /** The numbers whose rows are marked for removal. */
  static List<Integer> dropped(Reader reader) {
    var numbers = new ArrayList<Integer>();
    try (Cursor rows = space(reader, SystemKeys.DROPPED)) {
      while (rows.next()) {
        byte[] key = rows.key();
        numbers.add(new ByteReader(key, PREFIX_BYTES, key.length).readInt());
      }
    }
    return numbers;
  }

  /** The rows that are removed in the background, in the order of their keys. */
  private static List<RowRange> ofItems(int number) {
    var ranges = new ArrayList<RowRange>();
    for (int space : BELONGINGS_OF_ITEMS) {
      ranges.add(
          new RowRange(SystemKeys.numbered(space, number), SystemKeys.numbered(space, number + 1)));
    }
    ranges.add(new RowRange(RowKeys.tableStart(number), RowKeys.tableStart(number + 1)));
    return ranges;
  }

  /**
   * Removes rows under a marked number, unless the rows are retained; with the last ones also the
   * mark.
   *
   * @param from where to begin: {@link #BEGINNING} or the result of an earlier call, so that the
   *     store need not read over what was just removed
   * @param most the number of rows to remove at most
   * @return where to continue; empty if nothing is left to remove
   */
  static Optional<byte[]> removeDropped(Transaction tx, int number, byte[] from, int most) {
    if (tx.get(SystemKeys.numbered(SystemKeys.DROPPED, number)) == null
        || RowRetention.isHeld(tx, number)) {
      return Optional.empty();
    }
    for (RowRange range : ofItems(number)) {
      if (range.endsAfter(from)) {
        return Optional.of(range.since(from).removeSome(tx, most).from());
      }
    }
    tx.delete(SystemKeys.numbered(SystemKeys.DROPPED, number));
    return Optional.empty();
  }

  /** All rows of one of the engine's key spaces. */
  static Cursor space(Reader reader, int space) {
    return reader.range(
        SystemKeys.spaceStart(space), SystemKeys.spaceStart(space + 1), Direction.ASCENDING);
  }

  private static byte[] version(long number) {
    return new ByteWriter(VERSION_BYTES).writeLong(number).toByteArray();
  }

  /** The key of the row with the definition of a table. */
  static byte[] tableKey(String name) {
    return SystemKeys.named(SystemKeys.TABLES, Utf8.bytes(name));
  }

  private static byte[] versionRow(int number) {
    return SystemKeys.numbered(SystemKeys.VERSIONS, number);
  }
}
