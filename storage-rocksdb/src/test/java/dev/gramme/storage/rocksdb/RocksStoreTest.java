package dev.gramme.storage.rocksdb;

import dev.gramme.storage.CheckpointContract;
import dev.gramme.storage.Store;
import java.nio.file.Path;

/** The contract tests of the store on RocksDB. */
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
