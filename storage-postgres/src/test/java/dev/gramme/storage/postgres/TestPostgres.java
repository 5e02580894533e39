package dev.gramme.storage.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One PostgreSQL server for all tests of this process, with a separate schema for each test. The
 * server comes from a library. Since PostgreSQL refuses to run as root, the library then starts it
 * in a separate user namespace.
 */
public final class TestPostgres {
  /** The user, whose password the server does not check. */
  public static final String USER = "postgres";

  private static final AtomicInteger SCHEMAS = new AtomicInteger();

  private TestPostgres() {}

  /** A server that can be stopped and started again. */
  public static final class Server implements AutoCloseable {
    private final Path data;
    private int port;
    private EmbeddedPostgres postgres;

    private Server(Path data) throws IOException {
      this.data = data;
      this.postgres = launch();
    }

    /** Starts a server with its data in a folder. */
    public static Server start(Path folder) throws IOException {
      return new Server(folder.resolve("postgres"));
    }

    private EmbeddedPostgres launch() throws IOException {
      var launched =
          EmbeddedPostgres.builder()
              .setDataDirectory(data)
              .setCleanDataDirectory(false)
              .setPort(port)
              .setServerConfig("max_connections", "300")
              .setServerConfig("max_pred_locks_per_transaction", "1024")
              .setServerConfig("max_pred_locks_per_relation", "10000")
              .setServerConfig("max_pred_locks_per_page", "64")
              .setServerConfig("fsync", "off") // The machine does not lose its power.
              .setServerConfig("listen_addresses", "127.0.0.1")
              .setPGStartupWait(Duration.ofMinutes(2))
              .start();
      port = launched.getPort();
      return launched;
    }

    /** The address. */
    public String url() {
      return postgres.getJdbcUrl(USER, "postgres");
    }

    /** Stops the server. */
    public void stop() throws IOException {
      postgres.close();
    }

    /** Starts the server again, at the same port. */
    public void start() throws IOException {
      postgres = launch();
    }

    @Override
    public void close() throws IOException {
      stop();
    }
  }

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
        var server = Server.start(folder);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, folder)));
        return server.url();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void stop(Server server, Path folder) {
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

  /** The address of the server without the parameters that name the user. */
  public static String urlWithoutUser() {
    return url().replaceFirst("\\?.*", "");
  }

  /** Writes a file with a password. */
  public static Path passwordFile(Path folder) {
    try {
      return Files.writeString(folder.resolve("postgres-password"), "any\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Options of a new store, in a schema of its own. */
  public static PostgresStoreOptions options() {
    return options(Integer.toString(SCHEMAS.incrementAndGet()));
  }

  /** Options of the store of a folder, which is the same for every call with this folder. */
  public static PostgresStoreOptions options(Path folder) {
    byte[] path = folder.toString().getBytes(StandardCharsets.UTF_8);
    return options(UUID.nameUUIDFromBytes(path).toString().replace("-", ""));
  }

  private static PostgresStoreOptions options(String name) {
    return PostgresStoreOptions.of(url(), new Random())
        .withSchema("t%d_%s".formatted(ProcessHandle.current().pid(), name))
        .withConnections(8)
        .withLongReads(32);
  }
}
