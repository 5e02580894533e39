package dev.gramme.storage.postgres;

import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.StoreConcurrencyContract;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** The concurrency contract of stores, on PostgreSQL. */
@Tag("long")
final class PostgresStoreConcurrencyTest extends StoreConcurrencyContract {
  @Override
  protected Store create(Path folder) {
    return PostgresStore.open(TestPostgres.options());
  }

  @Override
  protected Store openCheckpoint(Path checkpoint) {
    throw new StorageException("a store on PostgreSQL has no checkpoints");
  }
}
