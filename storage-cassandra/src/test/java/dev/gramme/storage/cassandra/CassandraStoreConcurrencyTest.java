package dev.gramme.storage.cassandra;

import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.StoreConcurrencyContract;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** The concurrency contract of stores, on Cassandra. */
@Tag("long")
final class CassandraStoreConcurrencyTest extends StoreConcurrencyContract {
  @Override
  protected Store create(Path folder) {
    return CassandraStore.open(TestCassandra.options());
  }

  @Override
  protected Store openCheckpoint(Path checkpoint) {
    throw new StorageException("a store on Cassandra has no checkpoints");
  }
}
