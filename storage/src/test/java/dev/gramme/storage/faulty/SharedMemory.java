package dev.gramme.storage.faulty;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import dev.gramme.storage.memory.MemoryStore;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that several engines share. Each engine can have a store of its own ({@link
 * #connect}), which it may close.
 */
public final class SharedMemory implements Store {
  private final Store memory;
  private final boolean isOwner;
  private volatile Runnable beforeTransaction = () -> {};

  /** A new store. */
  public SharedMemory() {
    this(TestStores.open(), true);
  }

  /**
   * A new store that never misbehaves, for tests that block a transaction: the responses of a rough
   * store have one thread.
   */
  public static SharedMemory smooth() {
    return new SharedMemory(new MemoryStore(), true);
  }

  private SharedMemory(Store memory, boolean isOwner) {
    this.memory = memory;
    this.isOwner = isOwner;
  }

  /** A shared view of a store that remains its owner's. */
  public static SharedMemory over(Store memory) {
    return new SharedMemory(memory, false);
  }

  /** A store with the same rows. To close it has no effect. */
  public SharedMemory connect() {
    return new SharedMemory(memory, false);
  }

  /** Sets what runs before each transaction of this store, on the thread of its caller. */
  public void beforeTransactions(Runnable hook) {
    beforeTransaction = hook;
  }

  @Override
  public boolean isShared() {
    return true;
  }

  /** As few as a store on Cassandra allows. */
  @Override
  public int distantRows() {
    return 16;
  }

  /** So few that small tests need several transactions. */
  @Override
  public int deletionRows() {
    return 16;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return memory.get(key);
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    return memory.range(from, to, direction);
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> transact(
      Function<? super Transaction, ? extends T> body) {
    beforeTransaction.run();
    return memory.transact(body);
  }

  @Override
  public Snapshot snapshot() {
    return memory.snapshot();
  }

  @Override
  public void checkpoint(Path directory) {
    memory.checkpoint(directory);
  }

  @Override
  public void close() {
    if (isOwner) {
      memory.close();
    }
  }
}
