package dev.gramme.engine.catalog;

import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Transaction;
import java.util.OptionalLong;

/**
 * A record that keeps the rows under a number from being removed, even if their table is deleted,
 * and keeps the changes in its log after a sequence number.
 *
 * @param number the number of the table, or of a copy of one
 * @param holder identifies the holder: the number of the rows that are made from these rows
 * @param since the sequence number after which changes are needed, {@link #NO_CHANGES} for none
 */
public record RowRetention(int number, int holder, long since) {
  /** Retains the rows, but no changes. */
  public static final long NO_CHANGES = Long.MAX_VALUE;

  /** The kind byte of retentions among the rows of their key space. */
  private static final int KIND = 1;

  private static final int LONG_BYTES = 8;

  /** Stores the retention. */
  public void put(Transaction tx) {
    tx.put(key(number, holder), new ByteWriter(LONG_BYTES).writeLong(since).toByteArray());
  }

  /** Removes the retention of a holder. */
  public static void remove(Transaction tx, int number, int holder) {
    tx.delete(key(number, holder));
  }

  /** Whether any holder retains the rows under a number. */
  public static boolean isHeld(Reader reader, int number) {
    return isHeldBesides(reader, number, 0);
  }

  /** Whether any other holder retains the rows under a number. */
  public static boolean isHeldBesides(Reader reader, int number, int holder) {
    try (Cursor rows = holds(reader, number)) {
      while (rows.next()) {
        byte[] key = rows.key();
        if (new ByteReader(key, key.length - Integer.BYTES, key.length).readInt() != holder) {
          return true;
        }
      }
      return false;
    }
  }

  /** The lowest sequence number after which changes are retained; empty if none are. */
  public static OptionalLong oldest(Reader reader, int number) {
    long oldest = NO_CHANGES;
    try (Cursor rows = holds(reader, number)) {
      while (rows.next()) {
        oldest = Math.min(oldest, new ByteReader(rows.value()).readLong());
      }
    }
    return oldest == NO_CHANGES ? OptionalLong.empty() : OptionalLong.of(oldest);
  }

  private static Cursor holds(Reader reader, int number) {
    return reader.range(key(number, 0), key(number + 1, 0), Direction.ASCENDING);
  }

  private static byte[] key(int number, int holder) {
    return SystemKeys.start(SystemKeys.MATERIALIZATIONS)
        .writeByte(KIND)
        .writeInt(number)
        .writeInt(holder)
        .toByteArray();
  }
}
