package dev.gramme.embedded.proof;

import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.Delays;
import dev.gramme.storage.faulty.Faults;
import dev.gramme.storage.faulty.FaultyStore;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.storage.postgres.PostgresStore;
import dev.gramme.storage.postgres.TestPostgres;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.nio.file.Path;
import java.time.Duration;

/** The stores that the tests run on. */
enum StoreKind {
  MEMORY,
  /** In memory, with delayed completions in random order. */
  DELAYED,
  DISK,
  /** On a disk that is taken for slow, with a small cache: transactions prefetch their rows. */
  SLOW_DISK,
  /** A store that several servers can share; here one of them uses it. */
  POSTGRES;

  /** Opens the store of a folder. Those in memory are always new. */
  Store open(Path folder) {
    return switch (this) {
      case MEMORY -> new MemoryStore();
      case DELAYED ->
          new FaultyStore(
              new MemoryStore(),
              Faults.NONE,
              new Delays(Long.getLong("gramme.seed", System.nanoTime())));
      case DISK -> RocksStore.open(RocksStoreOptions.of(folder.resolve("data")));
      case SLOW_DISK ->
          RocksStore.open(
              RocksStoreOptions.builder(folder.resolve("data"))
                  .slowRead(Duration.ZERO)
                  .blockCacheBytes(1 << 20)
                  .writeBufferBytes(1 << 20)
                  .build());
      case POSTGRES -> PostgresStore.open(TestPostgres.options(folder));
    };
  }
}
