package dev.gramme.storage.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.gramme.storage.BackOff;
import dev.gramme.storage.StorageException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections to the database, in three pools with different transactions:
 *
 * <ul>
 *   <li>Short reads have statements that are transactions of their own. They are serializable and
 *       read-only transactions, so that they see only states that the serial order of all
 *       transactions has.
 *   <li>Long reads are snapshots. They are deferrable, too: PostgreSQL then waits, for the end of
 *       running transactions, until no later conflict can invalidate what the snapshot reads.
 *   <li>The committer has serializable transactions that write.
 * </ul>
 */
final class Connections implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
  private static final BackOff BACK_OFF = new BackOff(Duration.ofMillis(2), Duration.ofMillis(500));
  private static final int MIN_WAIT_MILLIS = 250;
  private static final int IDLE_MILLIS = 60_000;

  private final PostgresStoreOptions options;
  private final Primary primary;
  private final HikariDataSource shortReads;
  private final HikariDataSource longReads;
  private final HikariDataSource commits;

  private Connections(PostgresStoreOptions options) {
    this.options = options;
    this.primary = new Primary(options);
    this.shortReads =
        pool("short-reads", options.connections(), source(SessionSource.READ_ONLY, false), true);
    this.longReads =
        pool("long-reads", options.longReads(), source(SessionSource.READ_ONLY, true), false);
    this.commits = pool("commits", 1, source(SessionSource.READ_WRITE, false), false);
  }

  static Connections open(PostgresStoreOptions options) {
    return new Connections(options);
  }

  private SessionSource source(String access, boolean deferrable) {
    return new SessionSource(options, primary, access, deferrable);
  }

  /**
   * A pool.
   *
   * @param single whether each statement is a transaction. Otherwise the first statement begins a
   *     transaction, in the same round trip
   */
  private HikariDataSource pool(String name, int size, SessionSource source, boolean single) {
    var config = new HikariConfig();
    config.setPoolName("gramme-" + name);
    config.setDataSource(source);
    config.setAutoCommit(single);
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(1);
    if (size > 1) {
      config.setIdleTimeout(IDLE_MILLIS);
    }
    config.setConnectionTimeout(Math.max(MIN_WAIT_MILLIS, options.patience().toMillis()));
    config.setInitializationFailTimeout(-1); // open() makes the first connection by itself
    return new HikariDataSource(config);
  }

  /** A connection for a snapshot. The caller returns it with {@link #end}. */
  Connection openLongRead() throws SQLException {
    return longReads.getConnection();
  }

  /** The connection of the committer. The caller returns it with {@link #end}. */
  Connection openCommit() throws SQLException {
    return commits.getConnection();
  }

  /**
   * Makes the committer's next transaction use a new connection. The old one may lead to a server
   * that is no longer the primary.
   */
  void renewCommits() {
    commits.getHikariPoolMXBean().softEvictConnections();
  }

  /** A read of one connection. */
  @FunctionalInterface
  interface Read<T extends @Nullable Object> {
    T run(Connection connection) throws SQLException;
  }

  /**
   * Runs a read, in which each statement is a transaction. Runs it again after a conflict, and
   * while the database is unreachable until the patience ends.
   *
   * @throws StorageException if the read fails for good
   */
  <T extends @Nullable Object> T read(Read<T> read) {
    return repeat(() -> {
      try (Connection connection = shortReads.getConnection()) {
        T result = read.run(connection);
        primary.check(connection);
        return result;
      }
    });
  }

  /** The server that is the primary. */
  Primary primary() {
    return primary;
  }

  /** Work that can be repeated. */
  @FunctionalInterface
  interface Work<T extends @Nullable Object> {
    T run() throws SQLException;
  }

  /** Runs work without effects, as {@link #read} does. */
  <T extends @Nullable Object> T repeat(Work<T> work) {
    long deadline = System.nanoTime() + options.patience().toNanos();
    for (int failures = 1; ; failures++) {
      try {
        return work.run();
      } catch (SQLException e) {
        if (isClosed()) {
          throw new StorageException("The store is closed.", e);
        }
        if (Failure.of(e) == Failure.OTHER || System.nanoTime() > deadline) {
          throw failed(e);
        }
        pause(failures);
      }
    }
  }

  /** Waits for a random time that grows with the number of failures. */
  void pause(int failures) {
    LockSupport.parkNanos(BACK_OFF.jitteredPause(failures, options.random()).toNanos());
  }

  /** The exception of the store for one of the database. */
  static StorageException failed(SQLException e) {
    return new StorageException(reason(e), e);
  }

  /** Why a statement failed, in one line for an operator. */
  static String reason(SQLException e) {
    String what =
        switch (Failure.of(e)) {
          case UNREACHABLE -> "PostgreSQL cannot be reached: ";
          case CONFLICT -> "PostgreSQL reports conflicts again and again: ";
          case OTHER -> "PostgreSQL reports an error: ";
        };
    return what + Failure.line(e);
  }

  /** Returns a connection to its pool, which rolls back the transaction if it is still open. */
  static void end(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // With the connection the transaction has ended, too. The pool discards the connection.
      LOG.debug("A connection to PostgreSQL broke: {}", Failure.line(e));
    }
  }

  /** Whether the pools are closed. */
  boolean isClosed() {
    return commits.isClosed();
  }

  /** How many connections are in use. */
  int inUse() {
    return shortReads.getHikariPoolMXBean().getActiveConnections()
        + longReads.getHikariPoolMXBean().getActiveConnections()
        + commits.getHikariPoolMXBean().getActiveConnections();
  }

  /** Ends all connections; reads in progress fail. */
  @Override
  public void close() {
    primary.close();
    commits.close();
    shortReads.close();
    longReads.close();
  }
}
