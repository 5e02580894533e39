package dev.gramme.storage.tree;

import dev.gramme.storage.Direction;
import org.jspecify.annotations.Nullable;

/** A cursor that merges stored entries with the pending writes above them, ordered by key. */
public final class OverlaidCursor implements SeekableCursor {
  private final PendingWrites pending;
  private final byte[] from;
  private final byte[] to;
  private final SeekableCursor stored;
  private TreeCursor own;
  private final boolean ascending;
  private boolean started;
  private boolean onOwn;
  private boolean ownValid;

  /** Whether the stored entry has the key of the pending one, which therefore hides it. */
  private boolean hidesStored;

  private byte @Nullable [] storedKey;

  /** A cursor over a range of the stored entries, which the given cursor reads. */
  public OverlaidCursor(
      PendingWrites pending, SeekableCursor stored, byte[] from, byte[] to, Direction direction) {
    this.pending = pending;
    this.from = from.clone();
    this.to = to.clone();
    this.own = pending.entries().range(from, to, direction);
    this.stored = stored;
    this.ascending = direction == Direction.ASCENDING;
  }

  @Override
  public boolean next() {
    if (!started) {
      started = true;
      ownValid = own.next();
      stored(stored.next());
    } else if (onOwn) {
      passOwn();
    } else {
      stored(storedKey != null && stored.next());
    }
    return advance();
  }

  @Override
  public boolean skipTo(byte[] key) {
    started = true;
    own = ascending ? range(key, to, Direction.ASCENDING) : range(from, key, Direction.DESCENDING);
    ownValid = own.next();
    stored(stored.skipTo(key));
    return advance();
  }

  private TreeCursor range(byte[] begin, byte[] end, Direction direction) {
    return Keys.isEmptyRange(begin, end)
        ? ByteTree.EMPTY.range(begin, end, direction)
        : pending.entries().range(begin, end, direction);
  }

  /** Leaves the pending entry, and the stored one that it hides. */
  private void passOwn() {
    ownValid = ownValid && own.next();
    if (hidesStored) {
      stored(stored.next());
    }
  }

  /**
   * Moves both cursors to the first entry that is not hidden. A stored entry that is hidden is left
   * only with the entry that hides it: the next one may have to be read from the disk, and the
   * caller may not want it.
   */
  private boolean advance() {
    while (true) {
      byte[] key = storedKey;
      int order = order(key);
      onOwn = order <= 0;
      if (onOwn) {
        if (!ownValid) {
          return false;
        }
        hidesStored = order == 0;
        if (!Entry.isRemoved(own.entry())) {
          return true;
        }
        passOwn();
      } else if (key != null) {
        byte[] behind = ascending ? pending.clearedUntil(key) : pending.clearedSince(key);
        if (behind == null) {
          return true;
        }
        stored(stored.skipTo(behind));
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
    if (!ownValid) {
      return 1;
    }
    int order = Entry.compare(own.entry(), key);
    return ascending ? order : -order;
  }

  private void stored(boolean valid) {
    storedKey = valid ? stored.key() : null;
  }

  @Override
  public byte[] key() {
    byte[] key = storedKey;
    if (onOwn || key == null) {
      return own.key();
    }
    return key.clone();
  }

  @Override
  public byte[] value() {
    return onOwn ? own.value() : stored.value();
  }

  @Override
  public void close() {
    stored.close();
  }
}
