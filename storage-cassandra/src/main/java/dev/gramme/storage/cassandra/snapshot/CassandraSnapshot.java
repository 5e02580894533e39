package dev.gramme.storage.cassandra.snapshot;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.cassandra.derived.DerivedRows;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import dev.gramme.storage.cassandra.placement.BucketDirectory;
import dev.gramme.storage.cassandra.read.AsyncReads;
import dev.gramme.storage.cassandra.read.BucketCursor;
import dev.gramme.storage.cassandra.read.EntryCursor;
import dev.gramme.storage.cassandra.read.RowReader;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.Row;
import dev.gramme.storage.cassandra.row.WriteTime;
import dev.gramme.storage.cassandra.session.Cql;
import dev.gramme.storage.cassandra.session.InFlightGate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The state of one time T. T is this server's clock plus the allowed skew, so that it is after all
 * acknowledged writes; the constructor waits until T has passed on every clock.
 *
 * <p>Before it reads a bucket, the snapshot fixes T there by a read-only transaction: Accord gives
 * every write that it orders after that transaction a later time. (That transaction also reads a
 * second, unused bucket, because Accord keeps no record of a read of one partition.) Derived rows
 * have no history: their current state is read.
 */
public final class CassandraSnapshot implements Snapshot {
  private static final int MAX_PARALLEL_BUCKETS = 16;

  /** A partition key that no bucket has, since buckets begin with another byte. */
  private static final String UNUSED_BUCKET = "0x00";

  private final CqlSession session;
  private final String table;
  private final InFlightGate gate;
  private final BucketDirectory buckets;
  private final SnapshotRead reads;
  private final DerivedRows derived;
  private final Executor executor;
  private final long micros;
  private final long openedMillis;
  private final Set<Bytes> fixed = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** Opens a snapshot, and blocks for twice the allowed clock skew. */
  public CassandraSnapshot(
      CqlSession session,
      CassandraStoreOptions options,
      InFlightGate gate,
      BucketDirectory buckets,
      RowReader rows,
      DerivedRows derived,
      Executor executor) {
    this.session = session;
    this.table = options.keyspace() + ".rows";
    this.gate = gate;
    this.buckets = buckets;
    this.reads = new SnapshotRead(rows, options);
    this.derived = derived;
    this.executor = executor;
    this.openedMillis = options.clock().millis();
    long skewMillis = options.skew().toMillis();
    this.micros = WriteTime.ofMillis(openedMillis + skewMillis);
    while (options.clock().millis() <= openedMillis + 2 * skewMillis) {
      LockSupport.parkNanos(skewMillis * 200_000);
    }
  }

  /** Makes sure that no later write of these buckets gets a time before that of the snapshot. */
  private void fixTime(List<Bytes> group) {
    var open =
        group.stream()
            .filter(bucket -> !fixed.contains(bucket) && !buckets.isDerived(bucket))
            .toList();
    if (open.isEmpty()) {
      return;
    }
    var cql = new Cql(open.size()).add("BEGIN TRANSACTION ");
    var columns = new StringBuilder("SELECT n.mark");
    cql.add(
        "LET n = (SELECT mark FROM " + table + " WHERE bucket = " + UNUSED_BUCKET + " LIMIT 1); ");
    for (int i = 0; i < open.size(); i++) {
      cql.add("LET b" + i + " = (SELECT mark FROM " + table + " WHERE bucket = ")
          .value(open.get(i))
          .add(" LIMIT 1); ");
      columns.append(", b").append(i).append(".mark");
    }
    cql.add(columns + "; COMMIT TRANSACTION");
    gate.enter();
    try {
      session.execute(cql.statement().setIdempotent(true));
    } catch (DriverException e) {
      throw new StorageException("Cassandra cannot be read: " + e.getMessage(), e);
    } finally {
      gate.exit();
    }
    fixed.addAll(open);
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    checkOpen();
    Bytes copy = Bytes.copyOf(key);
    Bytes bucket = buckets.bucketOf(copy);
    if (buckets.isDerived(bucket)) {
      Bytes value = derived.get(bucket, copy);
      return value == null ? null : value.array();
    }
    fixTime(List.of(bucket));
    Row row = reads.get(bucket, copy, micros, openedMillis);
    return row == null ? null : row.value().array().clone();
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    checkOpen();
    Bytes first = Bytes.copyOf(from);
    Bytes end = Bytes.copyOf(to);
    if (first.compareTo(end) >= 0) {
      return EntryCursor.empty();
    }
    Bytes single = buckets.singleBucket(first, end);
    List<Bytes> all = single == null ? buckets.list(first, end).buckets() : List.of(single);
    List<Bytes> inOrder = direction == Direction.ASCENDING ? all : all.reversed();
    var cursor = new BucketCursor(inOrder, first, end, direction, new ReadAhead(inOrder));
    return new EntryCursor(() -> {
      checkOpen();
      return EntryCursor.Found.of(cursor.next());
    });
  }

  /** Reads the first chunks of the next buckets in parallel: of 1 bucket, then 2, 4, 8, 16. */
  private final class ReadAhead implements BucketCursor.ChunkReader {
    private final List<Bytes> inOrder;
    private final Map<Bytes, CompletableFuture<Row.Chunk>> reading = new HashMap<>();
    private int position;
    private int groupSize = 1;

    ReadAhead(List<Bytes> inOrder) {
      this.inOrder = inOrder;
    }

    @Override
    public Row.Chunk read(
        Bytes bucket, Bytes from, Bytes to, Direction direction, Row.@Nullable Chunk before) {
      if (before != null) {
        return chunk(bucket, from, to, direction, before);
      }
      if (!reading.containsKey(bucket)) {
        int end = Math.min(position + groupSize, inOrder.size());
        var group = new ArrayList<>(inOrder.subList(position, end));
        fixTime(group);
        for (Bytes each : group) {
          reading.put(
              each,
              CompletableFuture.supplyAsync(
                  () -> chunk(each, from, to, direction, null), executor));
        }
        position = end;
        groupSize = Math.min(2 * groupSize, MAX_PARALLEL_BUCKETS);
      }
      try {
        return AsyncReads.join(Objects.requireNonNull(reading.get(bucket)));
      } finally {
        reading.remove(bucket);
      }
    }
  }

  private Row.Chunk chunk(
      Bytes bucket, Bytes from, Bytes to, Direction direction, Row.@Nullable Chunk before) {
    return buckets.isDerived(bucket)
        ? derived.chunk(bucket, from, to, direction, before)
        : reads.chunk(bucket, from, to, direction, before, micros, openedMillis);
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the snapshot is closed");
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
