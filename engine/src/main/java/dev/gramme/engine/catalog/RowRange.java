package dev.gramme.engine.catalog;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.util.Arrays;

/**
 * A range of rows that are removed in several transactions.
 *
 * @param from the first key
 * @param to the key after the last one
 */
@SuppressWarnings("ArrayRecordComponent") // never modified or compared
public record RowRange(byte[] from, byte[] to) {
  /** One transaction removes no more rows after this size. */
  private static final long REMOVED_BYTES = 4 << 20;

  /** Whether the range contains no key. */
  public boolean isEmpty() {
    return !endsAfter(from);
  }

  boolean endsAfter(byte[] key) {
    return Arrays.compareUnsigned(key, to) < 0;
  }

  /** The part of the range that does not precede a key. */
  RowRange since(byte[] key) {
    return Arrays.compareUnsigned(key, from) < 0 ? this : new RowRange(key, to);
  }

  /**
   * Removes the first rows.
   *
   * @param most the number of rows to remove at most, {@link Store#deletionRows}
   * @return the range in which rows may remain, so that the store need not read over what was just
   *     removed
   */
  public RowRange removeSome(Transaction tx, int most) {
    byte[] end = most == Integer.MAX_VALUE ? to : endOfFirst(tx, most);
    tx.deleteRange(from, end);
    return new RowRange(end, to);
  }

  /** The key after the first rows; the end of the range if it has fewer rows. */
  private byte[] endOfFirst(Transaction tx, int most) {
    try (Cursor rows = tx.range(from, to, Direction.ASCENDING)) {
      long bytes = 0;
      for (int i = 1; rows.next(); i++) {
        bytes += rows.value().length;
        if (i == most || bytes > REMOVED_BYTES) {
          return RowKeys.after(rows.key());
        }
      }
      return to;
    }
  }
}
