package dev.gramme.storage.tree;

import dev.gramme.storage.Direction;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over stored entries with pending writes applied to them, in key order. A pending entry
 * replaces the stored entry with the same key. Removed keys and cleared ranges are skipped.
 */
public final class OverlaidCursor implements SeekableCursor {
  private final PendingWrites pending;
  private final byte[] from;
  private final byte[] to;
  private final SeekableCursor stored;
  private TreeCursor pendingCursor;
  private final boolean ascending;
  private boolean started;
  private boolean onPending;
  private boolean pendingValid;

  /** Whether the stored entry has the key of the pending one, which therefore hides it. */
  private boolean hidesStored;

  private byte @Nullable [] storedKey;

  /**
   * A cursor over a range.
   *
   * @param stored reads the stored entries of the same range in the same direction; closed with
   *     this cursor
   */
  public OverlaidCursor(
      PendingWrites pending, SeekableCursor stored, byte[] from, byte[] to, Direction direction) {
    this.pending = pending;
    this.from = from.clone();
    this.to = to.clone();
    this.pendingCursor = pending.entries().range(from, to, direction);
    this.stored = stored;
    this.ascending = direction == Direction.ASCENDING;
  }

  @Override
  public boolean next() {
    if (!started) {
      started = true;
      pendingValid = pendingCursor.next();
      setStoredKey(stored.next());
    } else if (onPending) {
      passPending();
    } else {
      setStoredKey(storedKey != null && stored.next());
    }
    return advance();
  }

  @Override
  public boolean skipTo(byte[] key) {
    started = true;
    pendingCursor =
        ascending ? range(key, to, Direction.ASCENDING) : range(from, key, Direction.DESCENDING);
    pendingValid = pendingCursor.next();
    setStoredKey(stored.skipTo(key));
    return advance();
  }

  private TreeCursor range(byte[] begin, byte[] end, Direction direction) {
    return Keys.isEmptyRange(begin, end)
        ? ByteTree.EMPTY.range(begin, end, direction)
        : pending.entries().range(begin, end, direction);
  }

  /** Leaves the pending entry, and the stored one that it hides. */
  private void passPending() {
    pendingValid = pendingValid && pendingCursor.next();
    if (hidesStored) {
      setStoredKey(stored.next());
    }
  }

  /**
   * Moves to the next entry that is neither removed nor hidden; false at the end. The stored cursor
   * stays on a hidden entry until the pending entry that hides it is passed. Moving it earlier
   * might read an entry from the disk that the caller never requests.
   */
  private boolean advance() {
    while (true) {
      byte[] key = storedKey;
      int order = order(key);
      onPending = order <= 0;
      if (onPending) {
        if (!pendingValid) {
          return false;
        }
        hidesStored = order == 0;
        if (!Entry.isRemoved(pendingCursor.entry())) {
          return true;
        }
        passPending();
      } else if (key != null) {
        byte[] afterCleared = ascending ? pending.clearedUntil(key) : pending.clearedSince(key);
        if (afterCleared == null) {
          return true;
        }
        setStoredKey(stored.skipTo(afterCleared));
      }
    }
  }

  /**
   * Negative if the pending entry comes first or both are at the end; zero if both have the same
   * key.
   */
  private int order(byte @Nullable [] key) {
    if (key == null) {
      return -1;
    }
    if (!pendingValid) {
      return 1;
    }
    int order = Entry.compare(pendingCursor.entry(), key);
    return ascending ? order : -order;
  }

  private void setStoredKey(boolean valid) {
    storedKey = valid ? stored.key() : null;
  }

  @Override
  public byte[] key() {
    byte[] key = storedKey;
    if (onPending || key == null) {
      return pendingCursor.key();
    }
    return key.clone();
  }

  @Override
  public byte[] value() {
    return onPending ? pendingCursor.value() : stored.value();
  }

  @Override
  public void close() {
    stored.close();
  }
}
