package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.Direction;
import dev.gramme.storage.StorageException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Derived rows, which are no part of transactions. Every write has a stamp, which Cassandra takes
 * for its time: of several writes of a row the one with the greatest stays, in whatever order and
 * however often they come. A quorum of the replicas reads and writes, so that what was written is
 * read.
 */
final class Derived {
  /** Nobody asks for the version of a derived row. */
  private static final Bytes NO_VERSION = new Bytes(new byte[0]);

  /** No stamp is so far ahead of the time, whatever clocks say: see {@link Outbox}. */
  private static final Duration AHEAD = Duration.ofDays(365);

  /** So many rows are written at a time: a connection bears no more than twice as many. */
  private static final int MOST_WRITING = 512;

  private final CqlSession session;
  private final Gate gate;
  private final Buckets buckets;
  private final InstantSource clock;
  private final String table;
  private final Reads reads;
  private final PreparedStatement one;
  private final PreparedStatement forwards;
  private final PreparedStatement backwards;
  private final PreparedStatement put;
  private final PreparedStatement delete;
  private final Semaphore writing = new Semaphore(MOST_WRITING);
  private final LongAdder written = new LongAdder();

  Derived(CqlSession session, CassandraStoreOptions options, Gate gate, Buckets buckets) {
    this.session = session;
    this.gate = gate;
    this.reads = new Reads(session, gate);
    this.buckets = buckets;
    this.clock = options.clock();
    this.table = options.keyspace() + ".derived";
    String inBucket = " FROM " + table + " WHERE bucket = ?";
    String inRange = inBucket + " AND key >= ? AND key < ?";
    this.one = session.prepare("SELECT value" + inBucket + " AND key = ?");
    this.forwards = session.prepare("SELECT key, value" + inRange + " LIMIT ?");
    this.backwards = session.prepare("SELECT key, value" + inRange + " ORDER BY key DESC LIMIT ?");
    this.put =
        session.prepare(
            "INSERT INTO " + table + " (bucket, key, value) VALUES (?, ?, ?) USING TIMESTAMP ?");
    this.delete =
        session.prepare("DELETE FROM " + table + " USING TIMESTAMP ? WHERE bucket = ? AND key = ?");
  }

  /** The value of a row, null if there is none. */
  @Nullable Bytes get(Bytes bucket, Bytes key) {
    var found = reads.all(one.bind(bucket.buffer(), key.buffer()));
    return found.isEmpty() ? null : Reads.bytes(found.getFirst(), 0);
  }

  /** The next rows of a bucket; of no one moment. */
  Row.Chunk chunk(
      Bytes bucket, Bytes from, Bytes to, Direction direction, Row.@Nullable Chunk before) {
    int limit = Rows.limit(before);
    var entries = new ArrayList<Row.Entry>();
    var statement = direction == Direction.ASCENDING ? forwards : backwards;
    for (var found :
        reads.all(statement.bind(bucket.buffer(), from.buffer(), to.buffer(), limit))) {
      entries.add(
          new Row.Entry(Reads.bytes(found, 0), new Row(Reads.bytes(found, 1), NO_VERSION, 0)));
    }
    Bytes last = entries.size() < limit ? null : entries.getLast().key();
    return new Row.Chunk(entries, last, null, 0, null);
  }

  /** Writes and removes rows; may be done again. Fails as the driver does. */
  CompletableFuture<?> begin(OutboxEntry entry) {
    var begun = new ArrayList<CompletableFuture<?>>();
    entry.writes().forEach((key, write) -> begun.add(begin(key, write.value(), entry.stamp())));
    return CompletableFuture.allOf(begun.toArray(CompletableFuture<?>[]::new));
  }

  private CompletableFuture<?> begin(Bytes key, @Nullable Bytes value, long stamp) {
    Bytes bucket = buckets.of(key);
    BoundStatement statement =
        value == null
            ? delete.bind(stamp, bucket.buffer(), key.buffer())
            : put.bind(bucket.buffer(), key.buffer(), value.buffer(), stamp);
    written.increment();
    writing.acquireUninterruptibly();
    try {
      return session
          .executeAsync(statement.setIdempotent(true))
          .whenComplete((_, _) -> writing.release())
          .toCompletableFuture();
    } catch (RuntimeException e) {
      writing.release();
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * The same, to its end.
   *
   * @throws StorageException if not all was written
   */
  void write(OutboxEntry entry) {
    gate.enter();
    try {
      begin(entry).join();
    } catch (CompletionException e) {
      throw new StorageException("Cassandra cannot be written: " + e.getCause(), e);
    } finally {
      gate.exit();
    }
  }

  /** Removes ranges of a bucket for ever: what is written there with any stamp is not seen. */
  void cut(Bytes bucket, List<Overlay.Range> ranges) {
    long stamp = AsOf.micros(clock.instant().plus(AHEAD).toEpochMilli());
    try {
      for (var range : ranges) {
        written.increment();
        session.execute(
            SimpleStatement.newInstance(
                    "DELETE FROM "
                        + table
                        + " USING TIMESTAMP ? WHERE bucket = ? AND key >= ? AND key < ?",
                    stamp,
                    bucket.buffer(),
                    range.from().buffer(),
                    range.to().buffer())
                .setIdempotent(true));
      }
    } catch (DriverException e) {
      throw new StorageException("Derived rows cannot be removed: " + e.getMessage(), e);
    }
  }

  /** How many statements have been executed. */
  long executed() {
    return reads.executed() + written.sum();
  }
}
