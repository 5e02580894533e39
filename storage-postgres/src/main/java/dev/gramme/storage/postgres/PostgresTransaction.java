package dev.gramme.storage.postgres;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.NotInMemoryException;
import dev.gramme.storage.Precondition;
import dev.gramme.storage.Transaction;
import dev.gramme.storage.tree.ByteTree;
import dev.gramme.storage.tree.Entry;
import dev.gramme.storage.tree.Keys;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One run of a transaction's function, on top of the writes of its group so far. */
final class PostgresTransaction implements Transaction {
  private final Group group;
  private final boolean mayWait;
  private boolean undone;
  private boolean ended;

  /**
   * @param mayWait whether a row that is not loaded is read at once; otherwise the function is
   *     undone and runs again when the group has loaded the row
   */
  PostgresTransaction(Group group, boolean mayWait) {
    this.group = group;
    this.mayWait = mayWait;
  }

  /** Makes all later calls fail. */
  void end() {
    ended = true;
  }

  /** Whether a read failed because its row is not loaded, even if the function caught that. */
  boolean isUndone() {
    return undone;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    checkRunning();
    byte[] entry = group.findPending(key);
    if (entry != null) {
      return Entry.isRemoved(entry) ? null : Entry.value(entry);
    }
    try {
      byte[] stored = group.stored(key, mayWait);
      return stored == null ? null : stored.clone();
    } catch (NotInMemoryException missing) {
      undone = true;
      throw missing;
    }
  }

  @Override
  public List<byte @Nullable []> getAll(List<byte[]> keys) {
    checkRunning();
    try {
      group.loadMissing(keys, mayWait);
    } catch (NotInMemoryException missing) {
      undone = true;
      throw missing;
    }
    return Transaction.super.getAll(keys);
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    checkRunning();
    if (Keys.isEmptyRange(from, to)) {
      return ByteTree.EMPTY.range(from, to, direction);
    }
    return group.range(from, to, direction);
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
    if (!Keys.isEmptyRange(from, to)) {
      group.deleteRange(from, to);
    }
  }

  /** Waits for the old value only if the group has read much; it loads it before it commits. */
  @Override
  public Supplier<byte @Nullable []> replace(byte[] key, byte @Nullable [] value) {
    checkRunning();
    if (group.findPending(key) != null) {
      return Transaction.super.replace(key, value);
    }
    byte[] own = key.clone();
    try {
      group.loadLater(own, mayWait);
    } catch (NotInMemoryException missing) {
      undone = true;
      throw missing;
    }
    if (value == null) {
      group.delete(own);
    } else {
      group.put(own, value);
    }
    return () -> {
      byte[] before = group.storedBefore(own);
      return before == null ? null : before.clone();
    };
  }

  /** Assumes that a precondition holds if its row is not loaded; the group checks that later. */
  @Override
  public boolean holds(Precondition precondition) {
    checkRunning();
    byte[] key = precondition.key();
    if (group.findPending(key) != null) {
      return Transaction.super.holds(precondition);
    }
    try {
      return group.holds(key, precondition.value(), mayWait);
    } catch (NotInMemoryException missing) {
      undone = true;
      throw missing;
    }
  }

  private void checkRunning() {
    if (ended) {
      throw new IllegalStateException("The transaction is over.");
    }
  }
}
