package dev.gramme.embedded.proof;

import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.Delays;
import dev.gramme.storage.faulty.Faults;
import dev.gramme.storage.faulty.FaultyStore;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.nio.file.Path;

/** The stores that the tests run on. */
enum StoreKind {
  MEMORY,
  /** In memory, with delayed completions in random order. */
  DELAYED,
  DISK;

  /** Opens the store. Only the store on disk uses the folder. */
  Store open(Path folder) {
    return switch (this) {
      case MEMORY -> new MemoryStore();
      case DELAYED ->
          new FaultyStore(
              new MemoryStore(),
              Faults.NONE,
              new Delays(Long.getLong("gramme.seed", System.nanoTime())));
      case DISK -> RocksStore.open(RocksStoreOptions.of(folder.resolve("data")));
    };
  }
}
