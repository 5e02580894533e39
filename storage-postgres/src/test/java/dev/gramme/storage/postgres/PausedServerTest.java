package dev.gramme.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A server that pauses within a transaction does not block the other servers for long; the settings
 * of sessions.
 */
@Tag("slow")
final class PausedServerTest {
  private static final byte[] KEY = {1};

  private final PostgresStoreOptions options = TestPostgres.options();

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_snapshot_proceeds_and_the_transaction_runs_again_after_the_pause() {
    try (var paused = PostgresStore.open(options);
        var other = PostgresStore.open(options)) {
      var runs = new AtomicInteger();
      var begun = new CountDownLatch(1);
      var resumed = new CountDownLatch(1);
      CompletableFuture<Integer> written =
          paused.transact(t -> {
            int run = runs.incrementAndGet();
            byte[] before = t.get(KEY);
            begun.countDown();
            await(resumed);
            t.put(KEY, new byte[] {(byte) (before == null ? 1 : before[0] + 1)});
            return run;
          });
      try {
        await(begun);
        try (var snapshot = other.snapshot()) {
          assertThat(snapshot.get(KEY)).isNull();
        }
        assertThat(other.transact(t -> t.get(KEY) == null).join()).isTrue();
      } finally {
        resumed.countDown();
      }
      assertThat(written.join()).as("runs of the function").isEqualTo(2);
      assertThat(other.get(KEY)).containsExactly(1);
    }
  }

  @Test
  void only_sessions_that_write_limit_the_time_between_statements() throws SQLException {
    try (var connections = Connections.open(options)) {
      try (var session = connections.openCommit()) {
        assertThat(setting(session, "idle_in_transaction_session_timeout")).isEqualTo("10s");
        assertThat(setting(session, "client_connection_check_interval")).isEqualTo("5s");
        session.rollback();
      }
      try (var session = connections.openLongRead()) {
        assertThat(setting(session, "idle_in_transaction_session_timeout")).isEqualTo("0");
        assertThat(setting(session, "client_connection_check_interval")).isEqualTo("5s");
        assertThat(setting(session, "tcp_keepalives_idle")).isEqualTo("10");
        assertThat(setting(session, "tcp_keepalives_interval")).isEqualTo("5");
        assertThat(setting(session, "tcp_keepalives_count")).isEqualTo("3");
        assertThat(setting(session, "tcp_user_timeout")).isEqualTo("25000");
        session.rollback();
      }
    }
  }

  @Test
  void no_session_sorts_a_whole_range_or_reads_the_whole_table() throws SQLException {
    try (var connections = Connections.open(options);
        var commit = connections.openCommit();
        var longRead = connections.openLongRead()) {
      for (var session : List.of(commit, longRead)) {
        assertThat(setting(session, "enable_sort")).isEqualTo("off");
        assertThat(setting(session, "enable_incremental_sort")).isEqualTo("on");
        assertThat(setting(session, "enable_seqscan")).isEqualTo("off");
        assertThat(setting(session, "enable_bitmapscan")).isEqualTo("off");
        session.rollback();
      }
      var ofShortRead = connections.read(session -> setting(session, "enable_sort"));
      assertThat(ofShortRead).isEqualTo("off");
    }
  }

  private static String setting(Connection session, String name) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet value = statement.executeQuery("SHOW " + name)) {
      assertThat(value.next()).isTrue();
      return value.getString(1);
    }
  }

  @Test
  void the_end_of_an_idle_session_is_a_failed_connection_whose_transaction_is_not_in_doubt() {
    var ended = new SQLException("terminating connection due to idle-in-transaction", "25P03");
    assertThat(Failure.of(ended)).isEqualTo(Failure.UNREACHABLE);
    assertThat(Failure.isBrokenConnection(ended)).isFalse();
  }
}
