package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.StorageException;
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
 * The state of a time. It lies as far ahead of this server's clock as any clock may be, so that all
 * acknowledged writes are before it; and when the snapshot is read, it is past for all clocks.
 *
 * <p>Before anything of a bucket is read, the time is settled there by a transaction that reads:
 * Accord gives all writes that it has not seen by then a later time. (A read of one bucket alone
 * leaves no trace, so it reads another one too.) Derived rows have no past: they are read as they
 * are.
 */
final class CassandraSnapshot implements Snapshot {
  private static final int MOST_AHEAD = 16;

  /** No bucket begins like this one, so nobody writes into it. */
  private static final String NOBODYS = "0x00";

  private final CqlSession session;
  private final String table;
  private final Gate gate;
  private final Buckets buckets;
  private final AsOf asOf;
  private final Derived derived;
  private final Executor executor;
  private final long micros;
  private final long openedMillis;
  private final Set<Bytes> settled = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  CassandraSnapshot(
      CqlSession session,
      CassandraStoreOptions options,
      Gate gate,
      Buckets buckets,
      Rows rows,
      Derived derived,
      Executor executor) {
    this.session = session;
    this.table = options.keyspace() + ".rows";
    this.gate = gate;
    this.buckets = buckets;
    this.asOf = new AsOf(rows, options);
    this.derived = derived;
    this.executor = executor;
    this.openedMillis = options.clock().millis();
    long skewMillis = options.skew().toMillis();
    this.micros = AsOf.micros(openedMillis + skewMillis);
    while (options.clock().millis() <= openedMillis + 2 * skewMillis) {
      LockSupport.parkNanos(skewMillis * 200_000);
    }
  }

  private void settle(List<Bytes> group) {
    var unsettled =
        group.stream()
            .filter(bucket -> !settled.contains(bucket) && !buckets.isDerived(bucket))
            .toList();
    if (unsettled.isEmpty()) {
      return;
    }
    var cql = new Cql(unsettled.size()).add("BEGIN TRANSACTION ");
    var columns = new StringBuilder("SELECT n.mark");
    cql.add("LET n = (SELECT mark FROM " + table + " WHERE bucket = " + NOBODYS + " LIMIT 1); ");
    for (int i = 0; i < unsettled.size(); i++) {
      cql.add("LET b" + i + " = (SELECT mark FROM " + table + " WHERE bucket = ")
          .value(unsettled.get(i))
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
    settled.addAll(unsettled);
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    checkOpen();
    Bytes copy = Bytes.copyOf(key);
    Bytes bucket = buckets.of(copy);
    if (buckets.isDerived(bucket)) {
      Bytes value = derived.get(bucket, copy);
      return value == null ? null : value.array();
    }
    settle(List.of(bucket));
    Row row = asOf.get(bucket, copy, micros, openedMillis);
    return row == null ? null : row.value().array().clone();
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    checkOpen();
    Bytes first = Bytes.copyOf(from);
    Bytes end = Bytes.copyOf(to);
    if (first.compareTo(end) >= 0) {
      return new EntryCursor(() -> EntryCursor.Found.of(null));
    }
    Bytes only = buckets.only(first, end);
    List<Bytes> all = only == null ? buckets.list(first, end).buckets() : List.of(only);
    List<Bytes> inOrder = direction == Direction.ASCENDING ? all : all.reversed();
    var walk = new Walk(inOrder, first, end, direction, new Ahead(inOrder));
    return new EntryCursor(() -> {
      checkOpen();
      return EntryCursor.Found.of(walk.next());
    });
  }

  /** Reads the first chunks of several buckets at a time, of more and more. */
  private final class Ahead implements Walk.Chunks {
    private final List<Bytes> inOrder;
    private final Map<Bytes, CompletableFuture<Row.Chunk>> reading = new HashMap<>();
    private int position;
    private int group = 1;

    Ahead(List<Bytes> inOrder) {
      this.inOrder = inOrder;
    }

    @Override
    public Row.Chunk read(
        Bytes bucket, Bytes from, Bytes to, Direction direction, Row.@Nullable Chunk before) {
      if (before != null) {
        return chunk(bucket, from, to, direction, before);
      }
      if (!reading.containsKey(bucket)) {
        int end = Math.min(position + group, inOrder.size());
        var next = new ArrayList<>(inOrder.subList(position, end));
        settle(next);
        for (Bytes each : next) {
          reading.put(
              each,
              CompletableFuture.supplyAsync(
                  () -> chunk(each, from, to, direction, null), executor));
        }
        position = end;
        group = Math.min(2 * group, MOST_AHEAD);
      }
      try {
        return Futures.join(Objects.requireNonNull(reading.get(bucket)));
      } finally {
        reading.remove(bucket);
      }
    }
  }

  private Row.Chunk chunk(
      Bytes bucket, Bytes from, Bytes to, Direction direction, Row.@Nullable Chunk before) {
    return buckets.isDerived(bucket)
        ? derived.chunk(bucket, from, to, direction, before)
        : asOf.chunk(bucket, from, to, direction, before, micros, openedMillis);
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
