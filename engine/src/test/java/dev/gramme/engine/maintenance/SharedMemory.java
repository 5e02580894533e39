package dev.gramme.engine.maintenance;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import dev.gramme.storage.faulty.TestStores;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A store in memory that several engines share. */
final class SharedMemory implements Store {
  private final Store memory = TestStores.open();

  @Override
  public boolean isShared() {
    return true;
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
    memory.close();
  }
}
