package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.gramme.storage.StorageException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Executes statements that read, while the store is open, and tells what is in what they find. */
final class Reads {
  private final CqlSession session;
  private final Gate gate;
  private final LongAdder executed = new LongAdder();

  Reads(CqlSession session, Gate gate) {
    this.session = session;
    this.gate = gate;
  }

  /** All that is found, with its further pages: the session may be closed afterwards. */
  List<Row> all(BoundStatement statement) {
    gate.enter();
    executed.increment();
    try {
      return session.execute(statement.setIdempotent(true)).all();
    } catch (DriverException e) {
      throw failed(e, e);
    } finally {
      gate.exit();
    }
  }

  /** What each of some statements finds first, null for nothing. All are executed at once. */
  List<@Nullable Row> firsts(List<BoundStatement> statements) {
    gate.enter();
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

  private static StorageException failed(@Nullable Throwable why, Exception cause) {
    return new StorageException("Cassandra cannot be read: " + why, cause);
  }

  /** How many statements have been executed. */
  long executed() {
    return executed.sum();
  }

  /** A column that must be there. */
  static Bytes bytes(Row found, int column) {
    Bytes bytes = optional(found, column);
    if (bytes == null) {
      throw new StorageException(
          "A row in Cassandra has no " + found.getColumnDefinitions().get(column).getName() + ".");
    }
    return bytes;
  }

  /**
   * A column, null if it is empty. As it came: looking for a column's name and its codec takes
   * longer than the rest.
   */
  static @Nullable Bytes optional(Row found, int column) {
    ByteBuffer buffer = found.getBytesUnsafe(column);
    return buffer == null ? null : Bytes.of(buffer);
  }

  /** A column that is a number, 0 if it is empty. */
  static long number(Row found, int column) {
    ByteBuffer buffer = found.getBytesUnsafe(column);
    return buffer == null ? 0 : buffer.getLong(buffer.position());
  }
}
