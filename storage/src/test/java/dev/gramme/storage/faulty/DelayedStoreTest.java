package dev.gramme.storage.faulty;

import dev.gramme.storage.Store;
import dev.gramme.storage.StoreContract;
import dev.gramme.storage.memory.MemoryStore;
import java.nio.file.Path;

/** A store with delayed answers fulfils the contract of stores. */
final class DelayedStoreTest extends StoreContract {
  @Override
  protected Store create(Path folder) {
    return new FaultyStore(new MemoryStore(), Faults.NONE, new Delays(1));
  }

  @Override
  protected Store openCheckpoint(Path checkpoint) {
    return MemoryStore.open(checkpoint);
  }
}
