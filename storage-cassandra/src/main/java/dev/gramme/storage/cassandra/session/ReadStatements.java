package dev.gramme.storage.cassandra.session;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.cassandra.row.Bytes;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Executes and counts prepared reads while the store is open, and decodes their columns. */
public final class ReadStatements {
  private final CqlSession session;
  private final InFlightGate gate;
  private final EventLoopGroup loops;
  private final LongAdder executed = new LongAdder();

  /** Reads through a session as long as the gate is open. */
  public ReadStatements(CqlSession session, InFlightGate gate) {
    this.session = session;
    this.gate = gate;
    var context = (InternalDriverContext) session.getContext();
    this.loops = context.getNettyOptions().ioEventLoopGroup();
  }

  /**
   * A read waits for an answer that an event loop of the session receives. On such a loop it would
   * wait until its timeout, and all requests of that loop with it.
   */
  private void enter() {
    for (EventExecutor loop : loops) {
      if (loop.inEventLoop()) {
        throw new IllegalStateException("A read of Cassandra must not block an event loop.");
      }
    }
    gate.enter();
  }

  /**
   * Returns all rows that a statement finds. It fetches all pages, so that the session may be
   * closed afterwards.
   *
   * @throws StorageException if the store is closed or Cassandra does not answer
   */
  public List<Row> all(BoundStatement statement) {
    enter();
    executed.increment();
    try {
      return session.execute(statement.setIdempotent(true)).all();
    } catch (DriverException e) {
      throw failed(e, e);
    } finally {
      gate.exit();
    }
  }

  /**
   * Executes statements in parallel and returns the first row of each, null for none.
   *
   * @throws StorageException if the store is closed or Cassandra does not answer
   */
  public List<@Nullable Row> firsts(List<BoundStatement> statements) {
    enter();
    try {
      var reading = new ArrayList<CompletableFuture<AsyncResultSet>>();
      for (var statement : statements) {
        executed.increment();
        reading.add(session.executeAsync(statement.setIdempotent(true)).toCompletableFuture());
      }
      var found = new ArrayList<@Nullable Row>();
      reading.forEach(result -> found.add(result.join().one()));
      return found;
    } catch (CompletionException e) {
      throw failed(e.getCause(), e);
    } finally {
      gate.exit();
    }
  }

  private static StorageException failed(@Nullable Throwable reason, Exception cause) {
    return new StorageException("Cassandra cannot be read: " + reason, cause);
  }

  /** How many statements were executed. */
  public long executed() {
    return executed.sum();
  }

  /**
   * The value of a column.
   *
   * @throws StorageException if it is empty
   */
  public static Bytes bytes(Row found, int column) {
    Bytes bytes = optional(found, column);
    if (bytes == null) {
      throw new StorageException(
          "A row in Cassandra has no " + found.getColumnDefinitions().get(column).getName() + ".");
    }
    return bytes;
  }

  /**
   * The value of a column, null if it is empty. It is addressed by position and not decoded by the
   * driver: lookup of the name and of a codec would take most of the time of a read.
   */
  public static @Nullable Bytes optional(Row found, int column) {
    ByteBuffer buffer = found.getBytesUnsafe(column);
    return buffer == null ? null : Bytes.of(buffer);
  }

  /** The value of a column of type bigint, 0 if it is empty. */
  public static long number(Row found, int column) {
    ByteBuffer buffer = found.getBytesUnsafe(column);
    return buffer == null ? 0 : buffer.getLong(buffer.position());
  }
}
