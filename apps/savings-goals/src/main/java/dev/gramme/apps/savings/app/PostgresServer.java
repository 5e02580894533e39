package dev.gramme.apps.savings.app;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * PostgreSQL, unpacked from a library. Since PostgreSQL refuses to run as root, the library starts
 * it in a separate user namespace (unshare).
 */
public final class PostgresServer implements AutoCloseable {
  private final EmbeddedPostgres postgres;

  private PostgresServer(EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  /** Starts a server with its data in a folder. */
  public static PostgresServer start(Path folder) throws IOException {
    return new PostgresServer(
        EmbeddedPostgres.builder()
            .setDataDirectory(folder.resolve("postgres").toAbsolutePath())
            .setCleanDataDirectory(false)
            .setServerConfig("max_connections", "100")
            .setServerConfig("listen_addresses", "127.0.0.1")
            .setPGStartupWait(Duration.ofMinutes(2))
            .start());
  }

  /** Its JDBC URL, including the user. */
  public String jdbcUrl() {
    return postgres.getJdbcUrl("postgres", "postgres");
  }

  @Override
  public void close() {
    try {
      postgres.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
