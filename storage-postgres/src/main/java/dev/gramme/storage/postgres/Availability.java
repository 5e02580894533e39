package dev.gramme.storage.postgres;

import dev.gramme.storage.StoreHealth;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Whether the store can commit. A failed commit makes it unwritable; the next commit that succeeds
 * makes it writable again. Meanwhile a thread tries a transaction once a second, so that the store
 * recovers without a write by a caller.
 */
final class Availability {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final Connections connections;
  private final String write;
  private volatile @Nullable Outage outage;

  /**
   * A time in which commits fail.
   *
   * @param reason one line for an operator
   * @param sinceNanos the time of the first failure, by {@link System#nanoTime}
   */
  private record Outage(String reason, long sinceNanos) {}

  Availability(Connections connections, String schema) {
    this.connections = connections;
    this.write = Schema.write(schema);
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
   * be written, or a synchronous standby is missing.
   */
  private boolean isWritable() {
    try (Connection connection = connections.openCommit();
        Statement statement = connection.createStatement()) {
      statement.execute(write);
      connection.commit();
      return true;
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
