package dev.gramme.storage.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One PostgreSQL server for all tests of this process, with a separate schema for each test. The
 * server comes from a library. Since PostgreSQL refuses to run as root, the library then starts it
 * in a separate user namespace.
 */
public final class TestPostgres {
  private static final AtomicInteger SCHEMAS = new AtomicInteger();

  private TestPostgres() {}

  private static final class Running {
    private static final String URL = start();

    private static String start() {
      // The contract can be run against any server that speaks PostgreSQL's protocol.
      String given = System.getProperty("gramme.postgres.url");
      if (given != null) {
        return given;
      }
      try {
        Path folder = Files.createTempDirectory("gramme-postgres");
        var server =
            EmbeddedPostgres.builder()
                .setDataDirectory(folder.resolve("data"))
                .setServerConfig("max_connections", "300")
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setPGStartupWait(Duration.ofMinutes(2))
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, folder)));
        return server.getJdbcUrl("postgres", "postgres");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void stop(EmbeddedPostgres server, Path folder) {
      try {
        server.close();
        try (var files = Files.walk(folder)) {
          files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The address of the server. */
  public static String url() {
    return Running.URL;
  }

  /** Options of a new store, in a schema of its own. */
  public static PostgresStoreOptions options() {
    return PostgresStoreOptions.of(url(), new Random())
        .withSchema("t%d_%d".formatted(ProcessHandle.current().pid(), SCHEMAS.incrementAndGet()))
        .withConnections(8, 32);
  }
}
