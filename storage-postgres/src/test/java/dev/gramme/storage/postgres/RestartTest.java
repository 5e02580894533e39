package dev.gramme.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.StorageException;
import dev.gramme.storage.StoreHealth;
import dev.gramme.testkit.Eventually;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store while PostgreSQL is down, and afterwards. */
@Tag("long")
final class RestartTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path folder;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static boolean put(PostgresStore store, String key) {
    return store
        .transact(t -> {
          t.put(bytes(key), bytes("x"));
          return true;
        })
        .join();
  }

  @Test
  void a_store_refuses_writes_while_postgres_is_down_and_continues_after_its_restart()
      throws Exception {
    try (var server = TestPostgres.Server.start(folder)) {
      var options =
          PostgresStoreOptions.of(server.url(), new Random()).withPatience(Duration.ofMillis(300));
      try (var store = PostgresStore.open(options)) {
        assertThat(put(store, "before")).isTrue();

        server.stop();
        // The first write learns from its commit that the connection is broken.
        assertThatThrownBy(() -> put(store, "lost")).hasCauseInstanceOf(StorageException.class);
        assertThatThrownBy(() -> put(store, "lost"))
            .hasCauseInstanceOf(StorageException.class)
            .hasMessageContaining("PostgreSQL cannot be reached");
        assertThatThrownBy(() -> store.get(bytes("before")))
            .isInstanceOf(StorageException.class)
            .hasMessageContaining("PostgreSQL cannot be reached");
        assertThat(store.health())
            .isInstanceOfSatisfying(
                StoreHealth.Unwritable.class,
                health -> assertThat(health.reason()).contains("PostgreSQL"));

        server.start();
        Eventually.get(
            "the store is writable again",
            PATIENCE,
            store::health,
            health -> health.equals(StoreHealth.WRITABLE));
        assertThat(put(store, "after")).isTrue();
        assertThat(store.get(bytes("before"))).isNotNull();
        assertThat(store.get(bytes("lost"))).isNull();
      }
    }
  }

  @Test
  void a_store_is_unwritable_until_commits_reach_the_synchronous_standby_again() throws Exception {
    try (var server = TestPostgres.Server.start(folder)) {
      // Creates the schema, which may take longer than the timeout below.
      PostgresStore.open(PostgresStoreOptions.of(server.url(), new Random())).close();
      // The test server's default is not to wait for the log.
      String waiting = "&socketTimeout=3&options=-c%20synchronous_commit=on";
      var options = PostgresStoreOptions.of(server.url() + waiting, new Random());
      try (var store = PostgresStore.open(options);
          var admin = DriverManager.getConnection(server.url());
          var statement = admin.createStatement()) {
        statement.execute("ALTER SYSTEM SET synchronous_standby_names = 'missing'");
        statement.execute("SELECT pg_reload_conf()");
        Eventually.holds("the standby is needed", PATIENCE, () -> !canPut(store));
        // The transactions of the write and of an attempt to recover.
        Eventually.holds("two commits wait", PATIENCE, () -> waitingCommits(statement) >= 2);
        assertThat(store.health()).isInstanceOf(StoreHealth.Unwritable.class);

        statement.execute("ALTER SYSTEM RESET synchronous_standby_names");
        statement.execute("SELECT pg_reload_conf()");
        Eventually.get(
            "the store is writable again",
            PATIENCE,
            store::health,
            health -> health.equals(StoreHealth.WRITABLE));
      }
    }
  }

  private static boolean canPut(PostgresStore store) {
    try {
      return put(store, "any");
    } catch (CompletionException failed) {
      return false;
    }
  }

  private static int waitingCommits(Statement statement) {
    try (var found =
        statement.executeQuery(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")) {
      found.next();
      return found.getInt(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_store_in_an_unreachable_database_does_not_open() throws IOException {
    var options =
        PostgresStoreOptions.of("jdbc:postgresql://127.0.0.1:1/none", new Random())
            .withPatience(Duration.ofMillis(300));
    assertThatThrownBy(() -> PostgresStore.open(options))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("PostgreSQL cannot be reached")
        .hasMessageContaining("127.0.0.1:1");
  }
}
