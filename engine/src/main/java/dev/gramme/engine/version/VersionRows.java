package dev.gramme.engine.version;

import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Transaction;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Stores the versions of the items of global tables. Each version is a row of its own, written
 * together with its item. A deleted item keeps its version as a tombstone; otherwise an older write
 * that arrives late would restore the item. Tombstones are also indexed by time, so that they can
 * be removed once no older write can arrive.
 *
 * <pre>
 * table number (4) | 1 | row of the item without the table number    time (8) | deleted (1) | region
 * table number (4) | 2 | time (8) | the same                         key of the item
 * </pre>
 */
public final class VersionRows {
  private static final int VERSION = 1;
  private static final int DELETION = 2;

  /** The upper bound of the row kinds of this class. */
  private static final int OTHERS = 3;

  private static final int TABLE_POSITION = 5;
  private static final int PREFIX_BYTES = TABLE_POSITION + Integer.BYTES + 1;

  /**
   * The length of the prefix that all tombstones of a table have in common, ordered by time. After
   * the same prefix, the version of an item has the hash of its key.
   */
  public static final int COMMON_BYTES = PREFIX_BYTES;

  private VersionRows() {}

  /** Whether a row of {@link SystemKeys#REPLICATION} has the version of an item. */
  public static boolean isVersion(byte[] row) {
    return row.length > PREFIX_BYTES && row[PREFIX_BYTES - 1] == VERSION;
  }

  /** The tombstone of a deleted item. */
  public record Deletion(Item key, ItemVersion version) {}

  private record Stored(ItemVersion version, boolean deleted) {}

  /**
   * The version of an item, or of its tombstone.
   *
   * @param row the row of the item
   */
  public static ItemVersion of(Reader reader, byte[] row) {
    Stored stored = read(reader, row);
    return stored == null ? ItemVersion.NONE : stored.version;
  }

  /** The versions of items, or of their tombstones, in the order of their rows. */
  public static List<ItemVersion> of(Reader reader, List<byte[]> rows) {
    return reader.getAll(rows.stream().map(VersionRows::version).toList()).stream()
        .map(value -> value == null ? ItemVersion.NONE : decode(value).version)
        .toList();
  }

  /** Whether a version is later than that of an item, or of its tombstone. */
  public static boolean isLater(Reader reader, byte[] row, ItemVersion version) {
    return version.compareTo(of(reader, row)) > 0;
  }

  /**
   * The time of a change that is made now, later than that of the version it replaces. The clocks
   * of regions may differ, but a write must always win against the version that it has read.
   */
  public static Instant moment(Reader reader, byte[] row, Instant now) {
    Instant earliest = Instant.EPOCH.plus(of(reader, row).time() + 1, ChronoUnit.MICROS);
    return earliest.isAfter(now) ? earliest : now;
  }

  /** Sets the version of an item, or of its tombstone. */
  public static void put(
      Transaction tx, byte[] row, Item key, ItemVersion version, boolean deleted) {
    Stored before = read(tx, row);
    if (before != null && before.deleted) {
      tx.delete(deletion(row, before.version.time()));
    }
    var out = new ByteWriter(32).writeLong(version.time()).writeByte(deleted ? 1 : 0);
    tx.put(version(row), out.writeText(version.region()).toByteArray());
    if (deleted) {
      tx.put(deletion(row, version.time()), ItemCodec.encode(key));
    }
  }

  /**
   * Passes the tombstones of a table to a function, in the order of their times. An item that is
   * written again meanwhile may be left out, even if the reader is no snapshot.
   *
   * @param each returns whether to continue
   */
  public static void deletions(Reader reader, int table, Predicate<Deletion> each) {
    try (Cursor rows =
        reader.range(start(table, DELETION).toByteArray(), end(table), Direction.ASCENDING)) {
      while (rows.next()) {
        Stored stored = read(reader, itemRow(rows.key()));
        if (stored != null
            && stored.deleted
            && !each.test(new Deletion(ItemCodec.decode(rows.value()), stored.version))) {
          return;
        }
      }
    }
  }

  /**
   * Removes the tombstones of a table between two times, the oldest first, up to a limit.
   *
   * @param from inclusive; where the call before ended, since a range from an earlier time would
   *     walk over rows that were removed
   * @param time exclusive
   * @param limit at least one
   * @return the time from which tombstones may remain; not before {@code time} if all are removed
   */
  public static long forget(Transaction tx, int table, long from, long time, int limit) {
    var rows = new ArrayList<byte[]>();
    try (Cursor cursor =
        tx.range(
            start(table, DELETION).writeLong(from).toByteArray(),
            start(table, DELETION).writeLong(Math.max(from, time)).toByteArray(),
            Direction.ASCENDING)) {
      while (rows.size() < limit && cursor.next()) {
        rows.add(cursor.key());
      }
    }
    for (byte[] row : rows) {
      tx.delete(version(itemRow(row)));
      tx.delete(row);
    }
    return rows.size() < limit ? Math.max(from, time) : time(rows.getLast());
  }

  /** The key before the rows with the versions of a table. */
  public static byte[] first(int table) {
    return start(table, VERSION).toByteArray();
  }

  /** The key after the rows with the versions of a table. */
  public static byte[] end(int table) {
    return start(table, OTHERS).toByteArray();
  }

  private static @Nullable Stored read(Reader reader, byte[] row) {
    byte[] value = reader.get(version(row));
    return value == null ? null : decode(value);
  }

  private static Stored decode(byte[] value) {
    var in = new ByteReader(value);
    long time = in.readLong();
    boolean deleted = in.readByte() == 1;
    return new Stored(new ItemVersion(time, in.readText()), deleted);
  }

  private static long time(byte[] deletion) {
    return new ByteReader(Arrays.copyOfRange(deletion, PREFIX_BYTES, deletion.length)).readLong();
  }

  private static byte[] itemRow(byte[] deletion) {
    byte[] row =
        Arrays.copyOfRange(deletion, PREFIX_BYTES + Long.BYTES - Integer.BYTES, deletion.length);
    System.arraycopy(deletion, TABLE_POSITION, row, 0, Integer.BYTES);
    return row;
  }

  private static ByteWriter start(int table, int kind) {
    return SystemKeys.start(SystemKeys.REPLICATION).writeInt(table).writeByte(kind);
  }

  /** The key of the row with the version of an item, for loading several at once. */
  public static byte[] version(byte[] row) {
    return behind(start(new ByteReader(row).readInt(), VERSION), row);
  }

  private static byte[] deletion(byte[] row, long time) {
    return behind(start(new ByteReader(row).readInt(), DELETION).writeLong(time), row);
  }

  private static byte[] behind(ByteWriter start, byte[] row) {
    return start.write(row, Integer.BYTES, row.length - Integer.BYTES).toByteArray();
  }
}
