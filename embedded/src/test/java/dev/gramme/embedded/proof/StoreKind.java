package dev.gramme.embedded.proof;

import dev.gramme.storage.Store;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.nio.file.Path;

/** The stores that everything must hold on. */
enum StoreKind {
  MEMORY,
  DISK;

  /** Opens the store; only the one on disk uses the folder. */
  Store open(Path folder) {
    return switch (this) {
      case MEMORY -> new MemoryStore();
      case DISK -> RocksStore.open(RocksStoreOptions.of(folder.resolve("data")));
    };
  }
}
