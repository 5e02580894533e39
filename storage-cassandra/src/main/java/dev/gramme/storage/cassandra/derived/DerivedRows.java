package dev.gramme.storage.cassandra.derived;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.Direction;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import dev.gramme.storage.cassandra.placement.BucketDirectory;
import dev.gramme.storage.cassandra.read.RowReader;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.KeyRange;
import dev.gramme.storage.cassandra.row.Row;
import dev.gramme.storage.cassandra.row.WriteTime;
import dev.gramme.storage.cassandra.session.InFlightGate;
import dev.gramme.storage.cassandra.session.ReadStatements;
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
 * Derived rows, which are not part of transactions. Each write has a stamp as its Cassandra write
 * time: of several writes of a row the one with the greatest stamp wins, in whatever order and
 * however often they arrive. Reads and writes use a quorum of the replicas, so a read sees every
 * write that completed before it.
 */
public final class DerivedRows {
  /** Transactions do not check derived rows, so these need no version. */
  private static final Bytes NO_VERSION = new Bytes(new byte[0]);

  /** No stamp is ever this far ahead of the time, see {@link Outbox}. */
  private static final Duration PERMANENT_REMOVAL_LEAD = Duration.ofDays(365);

  /** Half of the requests that the driver allows on one connection. */
  private static final int MAX_PARALLEL_WRITES = 512;

  private final CqlSession session;
  private final InFlightGate gate;
  private final BucketDirectory buckets;
  private final InstantSource clock;
  private final String table;
  private final ReadStatements reads;
  private final PreparedStatement one;
  private final PreparedStatement ascending;
  private final PreparedStatement descending;
  private final PreparedStatement put;
  private final PreparedStatement delete;
  private final Semaphore writing = new Semaphore(MAX_PARALLEL_WRITES);
  private final LongAdder written = new LongAdder();

  /** The derived rows of a keyspace. */
  public DerivedRows(
      CqlSession session,
      CassandraStoreOptions options,
      InFlightGate gate,
      ReadStatements reads,
      BucketDirectory buckets) {
    this.session = session;
    this.gate = gate;
    this.reads = reads;
    this.buckets = buckets;
    this.clock = options.clock();
    this.table = options.keyspace() + ".derived";
    String inBucket = " FROM " + table + " WHERE bucket = ?";
    String inRange = inBucket + " AND key >= ? AND key < ?";
    this.one = session.prepare("SELECT value" + inBucket + " AND key = ?");
    this.ascending = session.prepare("SELECT key, value" + inRange + " LIMIT ?");
    this.descending = session.prepare("SELECT key, value" + inRange + " ORDER BY key DESC LIMIT ?");
    this.put =
        session.prepare(
            "INSERT INTO " + table + " (bucket, key, value) VALUES (?, ?, ?) USING TIMESTAMP ?");
    this.delete =
        session.prepare("DELETE FROM " + table + " USING TIMESTAMP ? WHERE bucket = ? AND key = ?");
  }

  /** The value of a row, null if the row does not exist. */
  public @Nullable Bytes get(Bytes bucket, Bytes key) {
    var found = reads.all(one.bind(bucket.buffer(), key.buffer()));
    return found.isEmpty() ? null : ReadStatements.bytes(found.getFirst(), 0);
  }

  /**
   * The next rows of a bucket. They need not be of the same moment.
   *
   * @param before the previous chunk, null for the first
   */
  public Row.Chunk chunk(
      Bytes bucket, Bytes from, Bytes to, Direction direction, Row.@Nullable Chunk before) {
    int limit = RowReader.chunkLimit(before);
    var entries = new ArrayList<Row.Entry>();
    var statement = direction == Direction.ASCENDING ? ascending : descending;
    for (var found :
        reads.all(statement.bind(bucket.buffer(), from.buffer(), to.buffer(), limit))) {
      entries.add(
          new Row.Entry(
              ReadStatements.bytes(found, 0),
              new Row(ReadStatements.bytes(found, 1), NO_VERSION, 0)));
    }
    Bytes lastKey = entries.size() < limit ? null : entries.getLast().key();
    return new Row.Chunk(entries, lastKey, null, 0, null);
  }

  /** Starts the writes of an entry. They are idempotent. The future fails as the driver does. */
  CompletableFuture<?> writeAsync(OutboxEntry entry) {
    var started = new ArrayList<CompletableFuture<?>>();
    entry
        .writes()
        .forEach((key, write) -> started.add(writeAsync(key, write.value(), entry.stamp())));
    return CompletableFuture.allOf(started.toArray(CompletableFuture<?>[]::new));
  }

  private CompletableFuture<?> writeAsync(Bytes key, @Nullable Bytes value, long stamp) {
    Bytes bucket = buckets.bucketOf(key);
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
   * Writes an entry and waits until it is written.
   *
   * @throws StorageException if a write failed
   */
  void write(OutboxEntry entry) {
    gate.enter();
    try {
      writeAsync(entry).join();
    } catch (CompletionException e) {
      throw new StorageException("Cassandra cannot be written: " + e.getCause(), e);
    } finally {
      gate.exit();
    }
  }

  /**
   * Removes ranges of a bucket permanently: later writes into them have no effect, because the
   * removal has a greater stamp.
   *
   * @throws StorageException if Cassandra does not answer
   */
  public void removePermanently(Bytes bucket, List<KeyRange> ranges) {
    long stamp = WriteTime.ofMillis(clock.instant().plus(PERMANENT_REMOVAL_LEAD).toEpochMilli());
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

  /** How many statements that write were executed. */
  public long writes() {
    return written.sum();
  }
}
