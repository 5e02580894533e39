package dev.gramme.storage.cassandra;

import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.StoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** The contract of stores, with the store on Cassandra. */
@Tag("long")
@Tag("slow")
final class CassandraStoreTest extends StoreContract {
  @Override
  protected Store create(Path folder) {
    return CassandraStore.open(TestCassandra.options());
  }

  @Override
  protected Store openCheckpoint(Path checkpoint) {
    throw new StorageException("a store on Cassandra has no checkpoints");
  }
}
