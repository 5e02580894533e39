package dev.gramme.storage.memory;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import dev.gramme.storage.tree.ByteTree;
import dev.gramme.storage.tree.Entry;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory: one reference to an immutable {@link ByteTree}.
 *
 * <p>A reader only takes the reference; {@link #snapshot} and {@link #fork} do the same. A lock
 * admits one writer at a time: it builds the next tree from the current one, on its caller's
 * thread, and publishes it with one assignment. Every transaction is therefore serializable without
 * bookkeeping, none is ever retried, and a body that throws leaves nothing to undo. The future is
 * complete when {@link #transact} returns.
 */
public final class MemoryStore implements Store {
  private final ReentrantLock writing = new ReentrantLock();
  private volatile ByteTree tree;
  private volatile boolean closed;

  /** An empty store. */
  public MemoryStore() {
    this(ByteTree.EMPTY);
  }

  private MemoryStore(ByteTree tree) {
    this.tree = tree;
  }

  /** Opens a store with the content of a {@link #checkpoint} directory. */
  public static MemoryStore open(Path checkpoint) {
    return new MemoryStore(TreeFile.read(checkpoint));
  }

  /** A new store with the current content. Neither store sees later writes of the other. */
  public MemoryStore fork() {
    return new MemoryStore(openTree());
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> transact(
      Function<? super Transaction, ? extends T> body) {
    if (writing.isHeldByCurrentThread()) {
      return CompletableFuture.failedFuture(
          new StorageException("A transaction must not begin another."));
    }
    writing.lock();
    try {
      MemoryTransaction transaction = new MemoryTransaction(openTree());
      T result = body.apply(transaction);
      tree = transaction.end();
      return CompletableFuture.completedFuture(result);
    } catch (Throwable thrown) {
      return CompletableFuture.failedFuture(thrown);
    } finally {
      writing.unlock();
    }
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return valueIn(openTree(), key);
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    return openTree().range(from, to, direction);
  }

  @Override
  public Snapshot snapshot() {
    return new MemorySnapshot(openTree());
  }

  @Override
  public void checkpoint(Path directory) {
    TreeFile.write(openTree(), directory);
  }

  @Override
  public void close() {
    writing.lock();
    try {
      closed = true;
      tree = ByteTree.EMPTY;
    } finally {
      writing.unlock();
    }
  }

  private ByteTree openTree() {
    ByteTree current = tree;
    // Read after the tree: if the store was closed between the two reads, this check sees it.
    if (closed) {
      throw new StorageException("The store is closed.");
    }
    return current;
  }

  static byte @Nullable [] valueIn(ByteTree tree, byte[] key) {
    byte[] entry = tree.find(key);
    return entry == null ? null : Entry.value(entry);
  }
}
