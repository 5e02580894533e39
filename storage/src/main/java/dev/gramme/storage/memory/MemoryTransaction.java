package dev.gramme.storage.memory;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Transaction;
import dev.gramme.storage.tree.ByteTree;
import dev.gramme.storage.tree.Entry;
import org.jspecify.annotations.Nullable;

/** A transaction of the in-memory store: it builds the next version of the tree. */
final class MemoryTransaction implements Transaction {
  private @Nullable ByteTree tree;

  MemoryTransaction(ByteTree tree) {
    this.tree = tree;
  }

  /** Ends the transaction and returns its tree. Later calls fail. */
  ByteTree end() {
    ByteTree result = current();
    tree = null;
    return result;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return MemoryStore.valueIn(current(), key);
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    return current().range(from, to, direction);
  }

  @Override
  public void put(byte[] key, byte[] value) {
    tree = current().put(Entry.of(key, value));
  }

  @Override
  public void delete(byte[] key) {
    tree = current().remove(key);
  }

  @Override
  public void deleteRange(byte[] from, byte[] to) {
    tree = current().removeRange(from, to);
  }

  private ByteTree current() {
    ByteTree present = tree;
    if (present == null) {
      throw new IllegalStateException("The transaction is over.");
    }
    return present;
  }
}
