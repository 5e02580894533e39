package dev.gramme.storage.postgres;

import dev.gramme.storage.Store;
import dev.gramme.storage.TwoStoresContract;
import org.junit.jupiter.api.Tag;

/** Two stores in the same schema, as two servers have them. */
@Tag("slow")
final class PostgresTwoStoresTest extends TwoStoresContract {
  private final PostgresStoreOptions options = TestPostgres.options();

  @Override
  protected Store open() {
    return PostgresStore.open(options);
  }

  /** Each pause takes a random part of a time; here that part is zero. */
  @Override
  protected Store openWithoutPauses() {
    return PostgresStore.open(
        new PostgresStoreOptions(
            options.url(),
            options.login(),
            options.schema(),
            options.connections(),
            options.longReads(),
            options.patience(),
            () -> 0));
  }
}
