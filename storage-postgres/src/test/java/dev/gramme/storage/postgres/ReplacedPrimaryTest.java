package dev.gramme.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.StorageException;
import dev.gramme.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A standby is promoted while the earlier primary still runs, as when Patroni fails there and
 * nothing stops PostgreSQL. The standby has the data of the moment when it was copied.
 */
@Tag("slow")
final class ReplacedPrimaryTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path folder;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void put(PostgresStore store, String key) {
    store
        .transact(t -> {
          t.put(bytes(key), bytes("x"));
          return true;
        })
        .join();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      files.forEach(file -> {
        try {
          Files.copy(file, to.resolve(from.relativize(file)));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      });
    }
    Files.createFile(to.resolve("standby.signal"));
  }

  private static String host(TestPostgres.Server server) {
    return server.url().replaceFirst("jdbc:postgresql://", "").replaceFirst("/.*", "");
  }

  private static void promote(TestPostgres.Server standby) throws SQLException {
    try (var connection = DriverManager.getConnection(standby.url());
        var statement = connection.createStatement()) {
      statement.execute("SELECT pg_promote()");
    }
  }

  @Test
  void a_primary_that_goes_on_after_a_standby_was_promoted_is_not_read_any_more() throws Exception {
    Path first = Files.createDirectory(folder.resolve("first"));
    Path second = Files.createDirectory(folder.resolve("second"));
    try (var primary = TestPostgres.Server.start(first)) {
      PostgresStore.open(PostgresStoreOptions.of(primary.url(), new Random())).close();
      primary.stop();
      copy(first.resolve("postgres"), second.resolve("postgres"));
      primary.start();
      try (var standby = TestPostgres.Server.start(second)) {
        String url =
            primary.url().replaceFirst("//[^/]*", "//" + host(primary) + "," + host(standby));
        try (var store = PostgresStore.open(PostgresStoreOptions.of(url, new Random()))) {
          put(store, "a");
          assertThat(store.get(bytes("a"))).isNotNull();
          promote(standby);
          Eventually.holds("the new primary is read", PATIENCE, () -> !existsOnPrimary(store, "a"));
          Eventually.holds("the new primary accepts writes", PATIENCE, () -> canPut(store, "b"));
          assertThat(store.get(bytes("b"))).isNotNull();
          assertThat(store.get(bytes("a"))).isNull();
        }
      }
    }
  }

  /** Whether a write succeeds; the first one may meet a connection to the earlier primary. */
  private static boolean canPut(PostgresStore store, String key) {
    try {
      put(store, key);
      return true;
    } catch (CompletionException changing) {
      return false;
    }
  }

  /** Whether a row exists; true as long as the change of the primary makes reads fail. */
  private static boolean existsOnPrimary(PostgresStore store, String key) {
    try {
      return store.get(bytes(key)) != null;
    } catch (StorageException changing) {
      return true;
    }
  }
}
