package dev.gramme.storage;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A transaction's view of the store: the committed state, overlaid by the transaction's own writes.
 */
public interface Transaction extends Reader {

  /** Sets the value of a key. */
  void put(byte[] key, byte[] value);

  /** Removes a key; no effect if the key does not exist. */
  void delete(byte[] key);

  /** Removes all keys of a range, from one (inclusive) to another (exclusive). */
  void deleteRange(byte[] from, byte[] to);

  /**
   * Sets the value of a key, or removes it, and supplies the previous value. A caller that does not
   * need the previous value before the commit uses this instead of a read and a write; a store may
   * then save the read.
   *
   * @param value the new value, or null to remove the key
   * @return supplies the previous value, or null if there was none; call it only after the
   *     transaction has committed
   */
  default Supplier<byte @Nullable []> replace(byte[] key, byte @Nullable [] value) {
    byte[] before = get(key);
    if (value == null) {
      delete(key);
    } else {
      put(key, value);
    }
    return () -> before;
  }

  /**
   * Sets or removes the value of a derived row: a row that can be computed from another row, its
   * source. The store writes it when the transaction is committed. Usually that happens before the
   * commit is acknowledged, but a store may do it later; transactions read derived rows without
   * conflict checks. A value that an earlier transaction derived from a source never replaces a
   * value that a later transaction derived from the same source.
   *
   * <p>A derived row is never written with {@link #put} or {@link #delete}. Call {@link
   * #deleteRange} on derived rows only if they will never be read or written again: they may be
   * removed even if the transaction fails.
   *
   * @param source the key of the source row; all transactions that derive this row pass the same
   *     key. The transaction need not write the source
   * @param value the new value, or null to remove the row
   */
  default void derive(byte[] source, byte[] key, byte @Nullable [] value) {
    if (value == null) {
      delete(key);
    } else {
      put(key, value);
    }
  }

  /** Whether a precondition holds now. If so, the commit verifies that it still holds. */
  default boolean holds(Precondition precondition) {
    return precondition.holdsIn(this);
  }
}
