package dev.gramme.server;

import dev.gramme.storage.Store;
import dev.gramme.storage.postgres.PostgresStore;
import dev.gramme.storage.postgres.PostgresStoreOptions;
import dev.gramme.storage.postgres.TestPostgres;
import org.junit.jupiter.api.Tag;

/** Two servers that divide the throughput of a table in PostgreSQL. */
@Tag("slow")
final class PostgresThrottlingTest extends SharedThrottlingContract {
  private final PostgresStoreOptions options = TestPostgres.options();

  @Override
  Store connect() {
    return PostgresStore.open(options);
  }
}
