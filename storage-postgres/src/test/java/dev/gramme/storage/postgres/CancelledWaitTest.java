package dev.gramme.storage.postgres;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.StoreHealth;
import dev.gramme.testkit.Eventually;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator cancels a commit that waits for a synchronous standby. */
@Tag("slow")
final class CancelledWaitTest {
  private static final String WAITING = " FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

  @TempDir Path folder;

  private static CompletableFuture<Boolean> put(PostgresStore store) {
    return store.transact(t -> {
      t.put(new byte[] {1}, new byte[] {2});
      return true;
    });
  }

  private static int waiting(Statement statement) throws SQLException {
    try (var found = statement.executeQuery("SELECT count(*)" + WAITING)) {
      found.next();
      return found.getInt(1);
    }
  }

  /** Starts writes until one of them waits for the standby. */
  private static CompletableFuture<Boolean> putThatWaits(PostgresStore store, Statement statement)
      throws SQLException {
    while (true) {
      var written = put(store);
      int waiting =
          Eventually.get(
              "the write ends or waits",
              () -> waiting(statement),
              count -> count > 0 || written.isDone());
      if (waiting > 0) {
        return written;
      }
    }
  }

  @Test
  void its_outcome_is_reported_as_unknown() throws Exception {
    try (var server = TestPostgres.Server.start(folder)) {
      // Creates the schema, which would wait for the standby, too.
      PostgresStore.open(PostgresStoreOptions.of(server.url(), new Random())).close();
      // The test server's default is not to wait for the log.
      String url = server.url() + "&options=-c%20synchronous_commit=on";
      try (var store = PostgresStore.open(PostgresStoreOptions.of(url, new Random()));
          var admin = DriverManager.getConnection(server.url());
          var statement = admin.createStatement()) {
        statement.execute("ALTER SYSTEM SET synchronous_standby_names = 'missing'");
        statement.execute("SELECT pg_reload_conf()");
        var written = putThatWaits(store, statement);
        statement.execute("SELECT pg_cancel_backend(pid)" + WAITING);
        assertThatThrownBy(written::join)
            .hasMessageContaining("It is unknown whether the transaction was committed")
            .hasMessageContaining("the wait for the synchronous standby was cancelled");

        statement.execute("ALTER SYSTEM RESET synchronous_standby_names");
        statement.execute("SELECT pg_reload_conf()");
        Eventually.get("the store is writable again", store::health, StoreHealth.WRITABLE::equals);
      }
    }
  }
}
