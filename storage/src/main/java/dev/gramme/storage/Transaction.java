package dev.gramme.storage;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The store as a transaction sees it: the committed state and the transaction's own writes. */
public interface Transaction extends Reader {

  /** Sets the value of a key. */
  void put(byte[] key, byte[] value);

  /** Removes a key; without effect if it is not there. */
  void delete(byte[] key);

  /** Removes all keys from one (inclusive) to another (exclusive). */
  void deleteRange(byte[] from, byte[] to);

  /**
   * Sets the value of a key, or removes it, and tells what was there: for who need not know that
   * before it writes. A store may save a read by that.
   *
   * @param value null for none
   * @return the value before; to be asked for when the transaction is committed, not earlier
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
   * Sets the value of a derived row, or removes it: one that can be worked out from another, its
   * source. It is written once the transaction is committed: as a rule before that is acknowledged,
   * but a store may do it later, and shows it to transactions without a check. What a later
   * transaction has derived from the same source is never replaced by what an earlier one has.
   *
   * <p>A derived row is written in no other way. {@link #deleteRange} of derived rows is for those
   * that are never read or written again: they may be gone even if the transaction fails.
   *
   * @param source the key of the row, the same for all that derive this one; it need not be written
   * @param value null for none
   */
  default void derive(byte[] source, byte[] key, byte @Nullable [] value) {
    if (value == null) {
      delete(key);
    } else {
      put(key, value);
    }
  }

  /** Whether a guard holds; if so, it does when the transaction is committed. */
  default boolean holds(Guard guard) {
    return guard.holdsIn(this);
  }
}
