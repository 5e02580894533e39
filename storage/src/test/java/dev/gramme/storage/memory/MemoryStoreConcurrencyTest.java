package dev.gramme.storage.memory;

import dev.gramme.storage.Store;
import dev.gramme.storage.StoreConcurrencyContract;
import java.nio.file.Path;

/** The concurrency contract of stores, in memory. */
final class MemoryStoreConcurrencyTest extends StoreConcurrencyContract {
  @Override
  protected Store create(Path folder) {
    return new MemoryStore();
  }

  @Override
  protected Store openCheckpoint(Path checkpoint) {
    return MemoryStore.open(checkpoint);
  }
}
