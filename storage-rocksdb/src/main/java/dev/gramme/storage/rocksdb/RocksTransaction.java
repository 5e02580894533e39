package dev.gramme.storage.rocksdb;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.NotInMemoryException;
import dev.gramme.storage.Transaction;
import dev.gramme.storage.tree.ByteTree;
import dev.gramme.storage.tree.Entry;
import dev.gramme.storage.tree.Keys;
import dev.gramme.storage.tree.OverlaidCursor;
import dev.gramme.storage.tree.PendingWrites;
import dev.gramme.storage.tree.SeekableCursor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of a group. It reads the database overlaid by the writes of the group before, which
 * may not be written yet, and by the writes of its own group so far.
 */
final class RocksTransaction implements Transaction {
  /**
   * A range of at most this many keys is deleted key by key: a range tombstone slows down later
   * reads near it until a compaction drops it.
   */
  private static final int FEW_KEYS = 64;

  private final RocksReads reads;
  private final RocksReads.Source source;
  private final PendingWrites earlier;
  private final Group group;
  private boolean undone;
  private boolean over;

  /**
   * @param source where it reads what is not pending
   * @param earlier the writes of the group before; empty once they are in the database
   */
  RocksTransaction(RocksReads reads, RocksReads.Source source, PendingWrites earlier, Group group) {
    this.reads = reads;
    this.source = source;
    this.earlier = earlier;
    this.group = group;
  }

  /** Makes all later calls fail. */
  void end() {
    over = true;
  }

  /** Whether a read needed the disk and was not allowed to, even if the function caught that. */
  boolean isUndone() {
    return undone;
  }

  private NotInMemoryException undo(NotInMemoryException missing) {
    undone = true;
    return missing;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    checkRunning();
    byte[] entry = group.pending().find(key);
    if (entry == null) {
      entry = earlier.find(key);
    }
    if (entry != null) {
      return Entry.isRemoved(entry) ? null : Entry.value(entry);
    }
    byte[] recent = group.recentReads().find(key);
    if (recent != null) {
      return recent;
    }
    try {
      byte[] stored = reads.get(source, key);
      if (stored != null) {
        group.countRead(stored);
      }
      group.recentReads().keep(key, stored);
      return stored;
    } catch (NotInMemoryException missing) {
      throw undo(missing);
    }
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    checkRunning();
    if (Keys.isEmptyRange(from, to)) {
      return ByteTree.EMPTY.range(from, to, direction);
    }
    SeekableCursor stored = new StoredCursor(reads.openCursor(source, null, from, to, direction));
    if (!earlier.isEmpty()) {
      stored = new OverlaidCursor(earlier, stored, from, to, direction);
    }
    PendingWrites pending = group.pending();
    return pending.isEmpty() ? stored : new OverlaidCursor(pending, stored, from, to, direction);
  }

  /** A cursor over stored rows. If it may read only memory, it may find that it needs others. */
  private final class StoredCursor implements SeekableCursor {
    private final SeekableCursor rows;

    StoredCursor(SeekableCursor rows) {
      this.rows = rows;
    }

    @Override
    public boolean next() {
      try {
        return rows.next();
      } catch (NotInMemoryException missing) {
        throw undo(missing);
      }
    }

    @Override
    public boolean skipTo(byte[] key) {
      try {
        return rows.skipTo(key);
      } catch (NotInMemoryException missing) {
        throw undo(missing);
      }
    }

    @Override
    public byte[] key() {
      return rows.key();
    }

    @Override
    public byte[] value() {
      byte[] value = rows.value();
      group.countRead(value);
      return value;
    }

    @Override
    public void close() {
      rows.close();
    }
  }

  @Override
  public void put(byte[] key, byte[] value) {
    checkRunning();
    group.put(key, value);
  }

  @Override
  public void delete(byte[] key) {
    checkRunning();
    group.delete(key);
  }

  @Override
  public void deleteRange(byte[] from, byte[] to) {
    checkRunning();
    if (Keys.isEmptyRange(from, to)) {
      return;
    }
    List<byte[]> keys = new ArrayList<>();
    try (Cursor cursor = range(from, to, Direction.ASCENDING)) {
      while (keys.size() <= FEW_KEYS && cursor.next()) {
        keys.add(cursor.key());
      }
    }
    if (keys.size() <= FEW_KEYS) {
      keys.forEach(group::delete);
    } else {
      group.deleteRange(from, to);
    }
  }

  private void checkRunning() {
    if (over) {
      throw new IllegalStateException("The transaction is over.");
    }
  }
}
