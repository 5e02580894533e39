package dev.gramme.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.StorageException;
import dev.gramme.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

  private static int port(TestPostgres.Server server) {
    return Integer.parseInt(host(server).replaceFirst(".*:", ""));
  }

  private static void promote(TestPostgres.Server standby) throws SQLException {
    try (var connection = DriverManager.getConnection(standby.url());
        var statement = connection.createStatement()) {
      statement.execute("SELECT pg_promote()");
    }
  }

  /** What a test does with a primary and its standby. */
  @FunctionalInterface
  private interface Steps {
    void run(TestPostgres.Server primary, TestPostgres.Server standby) throws Exception;
  }

  private void withStandby(Steps steps) throws Exception {
    Path first = Files.createDirectory(folder.resolve("first"));
    Path second = Files.createDirectory(folder.resolve("second"));
    try (var primary = TestPostgres.Server.start(first)) {
      PostgresStore.open(PostgresStoreOptions.of(primary.url(), new Random())).close();
      primary.stop();
      copy(first.resolve("postgres"), second.resolve("postgres"));
      primary.start();
      try (var standby = TestPostgres.Server.start(second)) {
        steps.run(primary, standby);
      }
    }
  }

  private static PostgresStoreOptions options(TestPostgres.Server server, String hosts) {
    return PostgresStoreOptions.of(
        server.url().replaceFirst("//[^/]*", "//" + hosts), new Random());
  }

  private static PostgresStoreOptions bothHosts(
      TestPostgres.Server primary, TestPostgres.Server standby) {
    return options(primary, host(primary) + "," + host(standby));
  }

  @Test
  void a_primary_that_goes_on_after_a_standby_was_promoted_is_not_read_any_more() throws Exception {
    withStandby((primary, standby) -> {
      try (var store = PostgresStore.open(bothHosts(primary, standby))) {
        put(store, "a");
        assertThat(store.get(bytes("a"))).isNotNull();
        promote(standby);
        Eventually.holds("the new primary is read", PATIENCE, () -> !existsOnPrimary(store, "a"));
        Eventually.holds("the new primary accepts writes", PATIENCE, () -> canPut(store, "b"));
        assertThat(store.get(bytes("b"))).isNotNull();
        assertThat(store.get(bytes("a"))).isNull();
      }
    });
  }

  @Test
  void a_primary_to_which_a_proxy_keeps_connections_is_not_read_any_more() throws Exception {
    withStandby((primary, standby) -> {
      try (var proxy = new SwitchingProxy(port(primary))) {
        var options = options(primary, "127.0.0.1:" + proxy.port());
        try (var watched = new Primary(options);
            var kept = DriverManager.getConnection(options.url())) {
          watched.admit(kept);
          watched.check(kept);
          promote(standby);
          proxy.switchTo(port(standby));
          Eventually.holds("the promotion is noticed", () -> watched.changes() == 1);
          assertThatThrownBy(() -> watched.check(kept)).isInstanceOf(SQLException.class);
        }
      }
    });
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void a_connection_whose_closing_is_blocked_delays_no_read_from_the_new_primary()
      throws Exception {
    var end = new CountDownLatch(1);
    withStandby((primary, standby) -> {
      try (var watched = new Primary(bothHosts(primary, standby));
          var old = DriverManager.getConnection(primary.url());
          var late = DriverManager.getConnection(primary.url());
          var fresh = DriverManager.getConnection(standby.url())) {
        Connection blocked = withBlockedAbort(old, end);
        watched.admit(blocked);
        watched.check(blocked);
        promote(standby);
        watched.admit(fresh);
        watched.check(fresh);
        assertThat(watched.changes()).isEqualTo(1);
        assertThatThrownBy(() -> watched.check(blocked))
            .hasMessage("another server has become the primary");
        assertThatThrownBy(() -> watched.admit(late))
            .hasMessage(
                "the server is no longer the primary: its timeline is 1, and 2 was seen before");
      } finally {
        end.countDown();
      }
    });
  }

  /** A connection that is closed only after a latch has opened. */
  private static Connection withBlockedAbort(Connection connection, CountDownLatch end) {
    return (Connection)
        Proxy.newProxyInstance(
            ReplacedPrimaryTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "unwrap" -> proxy;
                  case "abort" -> {
                    ((Executor) arguments[0]).execute(() -> await(end));
                    yield null;
                  }
                  default -> method.invoke(connection, arguments);
                });
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether a write succeeds; the first one may use a connection to the earlier primary. */
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
