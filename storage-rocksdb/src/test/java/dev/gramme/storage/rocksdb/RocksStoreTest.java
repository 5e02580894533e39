package dev.gramme.storage.rocksdb;

import dev.gramme.storage.CheckpointContract;
import dev.gramme.storage.Store;
import java.nio.file.Path;

/** The store on RocksDB keeps the contract. */
final class RocksStoreTest extends CheckpointContract {
  @Override
  protected Store create(Path folder) {
    return RocksStore.open(RocksStoreOptions.of(folder));
  }

  @Override
  protected Store openCheckpoint(Path checkpoint) {
    return RocksStore.open(RocksStoreOptions.of(checkpoint));
  }
}
