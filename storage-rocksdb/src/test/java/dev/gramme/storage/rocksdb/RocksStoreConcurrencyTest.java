package dev.gramme.storage.rocksdb;

import dev.gramme.storage.Store;
import dev.gramme.storage.StoreConcurrencyContract;
import java.nio.file.Path;

/** The concurrency contract of stores, on RocksDB. */
final class RocksStoreConcurrencyTest extends StoreConcurrencyContract {
  @Override
  protected Store create(Path folder) {
    return RocksStore.open(RocksStoreOptions.of(folder));
  }

  @Override
  protected Store openCheckpoint(Path checkpoint) {
    return RocksStore.open(RocksStoreOptions.of(checkpoint));
  }
}
