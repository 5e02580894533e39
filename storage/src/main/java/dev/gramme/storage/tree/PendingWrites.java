package dev.gramme.storage.tree;

import dev.gramme.storage.Direction;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes that the database does not have yet, as an overlay over it: an entry here hides the stored
 * one, and a cleared range hides all stored keys of that range.
 *
 * <p>Immutable: a transaction is undone by returning to the earlier instance, and a cursor sees the
 * state at its opening.
 *
 * @param entries the keys that were put, and those that were removed individually
 * @param cleared the ranges that were removed, as disjoint entries from begin to end. Keys that
 *     were put afterwards are among the entries, which take precedence.
 */
public record PendingWrites(ByteTree entries, ByteTree cleared) {
  /** No writes. */
  public static final PendingWrites NONE = new PendingWrites(ByteTree.EMPTY, ByteTree.EMPTY);

  private static final byte[] LEAST = {};

  /** Whether nothing was put or removed. */
  public boolean isEmpty() {
    return entries.isEmpty() && cleared.isEmpty();
  }

  /**
   * The entry of a key, a {@link Entry#removed removed} one if the key was removed; null if the
   * database decides.
   */
  public byte @Nullable [] find(byte[] key) {
    if (isEmpty()) {
      return null;
    }
    byte[] entry = entries.find(key);
    if (entry != null) {
      return entry;
    }
    return clearedUntil(key) == null ? null : Entry.removed(key);
  }

  /** With an entry, which may mark its key as removed. */
  public PendingWrites with(byte[] entry) {
    return new PendingWrites(entries.put(entry), cleared);
  }

  /** Without the keys of a range. */
  public PendingWrites deleteRange(byte[] from, byte[] to) {
    byte[] begin = from;
    byte[] end = to;
    byte[] before = lastClearedFrom(from);
    if (before != null && Arrays.compareUnsigned(Entry.value(before), from) >= 0) {
      begin = Entry.key(before);
    }
    byte[] last = lastClearedBefore(to);
    if (last != null && Arrays.compareUnsigned(Entry.value(last), to) > 0) {
      end = Entry.value(last);
    }
    ByteTree merged = cleared.removeRange(begin, to).put(Entry.of(begin, end));
    return new PendingWrites(entries.removeRange(from, to), merged);
  }

  /** The end of the cleared range that contains a key; null if there is none. */
  public byte @Nullable [] clearedUntil(byte[] key) {
    byte[] range = lastClearedFrom(key);
    return range != null && Arrays.compareUnsigned(key, Entry.value(range)) < 0
        ? Entry.value(range)
        : null;
  }

  /** The start of the cleared range that contains a key; null if there is none. */
  public byte @Nullable [] clearedSince(byte[] key) {
    byte[] range = lastClearedFrom(key);
    return range != null && Arrays.compareUnsigned(key, Entry.value(range)) < 0
        ? Entry.key(range)
        : null;
  }

  /** The last cleared range that begins at or before a key. */
  private byte @Nullable [] lastClearedFrom(byte[] key) {
    if (cleared.isEmpty()) {
      return null;
    }
    byte[] exact = cleared.find(key);
    return exact != null ? exact : lastClearedBefore(key);
  }

  private byte @Nullable [] lastClearedBefore(byte[] key) {
    if (cleared.isEmpty() || Keys.isEmptyRange(LEAST, key)) {
      return null;
    }
    TreeCursor ranges = cleared.range(LEAST, key, Direction.DESCENDING);
    return ranges.next() ? ranges.entry() : null;
  }
}
