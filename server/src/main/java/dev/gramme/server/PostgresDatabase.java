package dev.gramme.server;

import dev.gramme.server.settings.PostgresSettings;
import dev.gramme.storage.Store;
import dev.gramme.storage.postgres.PostgresStore;
import dev.gramme.storage.postgres.PostgresStoreOptions;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * Opens the store that several servers share in PostgreSQL. No other class of the server uses that
 * store, so its library may be missing if the settings do not need it.
 */
final class PostgresDatabase {
  private PostgresDatabase() {}

  /**
   * Opens the store.
   *
   * @param schema the schema of the region
   * @param password the password of the login, if the settings have one
   */
  static Store open(PostgresSettings settings, String schema, Optional<Supplier<String>> password) {
    var options =
        PostgresStoreOptions.of(
                "jdbc:" + settings.url(), () -> ThreadLocalRandom.current().nextLong())
            .withSchema(schema)
            .withConnections(settings.connections())
            .withLongReads(settings.connections());
    if (settings.login().isPresent()) {
      String user = settings.login().get().user();
      var current = password.orElseThrow();
      options = options.withLogin(() -> new PostgresStoreOptions.Login(user, current.get()));
    }
    return PostgresStore.open(options);
  }
}
