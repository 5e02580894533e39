package dev.gramme.storage.postgres;

import dev.gramme.storage.StoreHealth;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Whether the store can commit. A failed commit makes it unwritable; the next commit that succeeds
 * makes it writable again. Meanwhile a thread tries a transaction once a second, so that the store
 * recovers without a write by a caller.
 */
final class Availability {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /** How long the commit of an attempt may take. */
  private static final int COMMIT_SECONDS = 2;

  private final Connections connections;
  private final String schema;
  private final RandomGenerator random;
  private volatile @Nullable Outage outage;

  /**
   * A time in which commits fail.
   *
   * @param reason one line for an operator
   * @param sinceNanos the time of the first failure, by {@link System#nanoTime}
   */
  private record Outage(String reason, long sinceNanos) {}

  Availability(Connections connections, PostgresStoreOptions options) {
    this.connections = connections;
    this.schema = options.schema();
    this.random = options.random();
  }

  /** A commit failed, and not because of a conflict. */
  synchronized void failed(SQLException e) {
    if (outage == null) {
      outage = new Outage(Connections.reason(e), System.nanoTime());
      Thread.ofPlatform().daemon().name("gramme-postgres-health").start(this::probe);
    }
  }

  /** A commit succeeded. */
  void succeeded() {
    if (outage != null) {
      end();
    }
  }

  private synchronized void end() {
    outage = null;
  }

  private void probe() {
    while (outage != null && !connections.isClosed()) {
      LockSupport.parkNanos(INTERVAL.toNanos());
      if (isWritable()) {
        end();
        return;
      }
    }
  }

  /**
   * Whether a transaction can write. One that changes nothing would commit although the log cannot
   * be written, or a synchronous standby is missing. If the commit waits too long for the standby,
   * it is cancelled, so that its connection does not wait for good; PostgreSQL then warns that the
   * transaction may be missing on the standby.
   */
  private boolean isWritable() {
    try (Connection connection = connections.openCommit();
        Statement statement = connection.createStatement()) {
      statement.execute(Schema.write(schema, random.nextInt() | Integer.MIN_VALUE));
      statement.setQueryTimeout(COMMIT_SECONDS);
      statement.execute("COMMIT");
      return !Failure.hasCancelledWait(statement);
    } catch (SQLException e) {
      return false; // The reason of the first failure is reported.
    }
  }

  StoreHealth health() {
    Outage now = outage;
    return now == null
        ? StoreHealth.WRITABLE
        : new StoreHealth.Unwritable(
            now.reason(), Duration.ofNanos(System.nanoTime() - now.sinceNanos()));
  }
}
