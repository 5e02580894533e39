package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.OutdatedException;
import dev.gramme.storage.Precondition;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import dev.gramme.storage.cassandra.derived.DerivedRows;
import dev.gramme.storage.cassandra.derived.Outbox;
import dev.gramme.storage.cassandra.derived.OutboxOwners;
import dev.gramme.storage.cassandra.derived.OutboxSweep;
import dev.gramme.storage.cassandra.derived.OutboxTable;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import dev.gramme.storage.cassandra.placement.BucketDirectory;
import dev.gramme.storage.cassandra.placement.SchemaVersions;
import dev.gramme.storage.cassandra.read.AsyncReads;
import dev.gramme.storage.cassandra.read.BucketCursor;
import dev.gramme.storage.cassandra.read.EntryCursor;
import dev.gramme.storage.cassandra.read.RowReader;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.Row;
import dev.gramme.storage.cassandra.session.InFlightGate;
import dev.gramme.storage.cassandra.session.ReadStatements;
import dev.gramme.storage.cassandra.session.Schema;
import dev.gramme.storage.cassandra.session.SessionFactory;
import dev.gramme.storage.cassandra.snapshot.CassandraSnapshot;
import dev.gramme.storage.cassandra.snapshot.HistorySweep;
import dev.gramme.storage.cassandra.snapshot.SnapshotRead;
import dev.gramme.storage.cassandra.transaction.TransactionRunner;
import io.netty.channel.EventLoopGroup;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The store that several servers share, on Apache Cassandra. Transactions are optimistic: the
 * function reads without locks, and one statement, which Cassandra's Accord executes atomically,
 * validates all reads and writes. If a read is not valid any more, the function runs again.
 *
 * <p>Functions and continuations of futures run on virtual threads. Reads block their callers until
 * Cassandra answers.
 */
public final class CassandraStore implements Store {
  private static final int DISTANT_ROWS = 16;

  private final CqlSession session;
  private final CassandraStoreOptions options;
  private final ExecutorService executor =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("cassandra-", 0).factory());
  private final InFlightGate calls = new InFlightGate();
  private final ReadStatements reads;
  private final RowReader rows;
  private final BucketDirectory buckets;
  private final SchemaVersions versions;
  private final DerivedRows derived;
  private final Outbox outbox;
  private final OutboxSweep outboxSweep;
  private final HistorySweep historySweep;
  private final TransactionRunner transactions;

  private CassandraStore(CqlSession session, CassandraStoreOptions options) {
    this.session = session;
    this.options = options;
    this.reads = new ReadStatements(session, calls);
    this.rows = new RowReader(session, options.keyspace(), reads);
    this.buckets = new BucketDirectory(session, options, calls);
    this.versions = new SchemaVersions(options.placement(), buckets);
    this.derived = new DerivedRows(session, options, calls, reads, buckets);
    var owners = new OutboxOwners(session, options, calls, newId());
    var outboxTable = new OutboxTable(session, options, reads);
    this.outbox = new Outbox(calls, outboxTable, derived, owners, executor);
    this.outboxSweep = new OutboxSweep(calls, outboxTable, owners, derived, buckets);
    this.historySweep = new HistorySweep(session, options, calls, buckets);
    this.transactions =
        new TransactionRunner(
            session,
            options,
            rows,
            derived,
            buckets,
            versions,
            outbox,
            outboxTable,
            executor,
            this::newId);
  }

  /**
   * Opens the store in a keyspace, which it creates if it does not exist.
   *
   * @throws StorageException if no node answers, or the keyspace has another placement or format
   */
  public static CassandraStore open(CassandraStoreOptions options) {
    return open(options, SessionFactory.open(options));
  }

  /**
   * Opens the store on event loops that the caller uses for other work, too. A read on such a loop
   * would wait for an answer that the loop itself must receive: it fails at once.
   *
   * @param loops event loops of Netty's NIO transport; the caller ends them after it has closed the
   *     store
   * @throws StorageException if no node answers, or the keyspace has another placement or format
   */
  public static CassandraStore open(CassandraStoreOptions options, EventLoopGroup loops) {
    return open(options, SessionFactory.open(options, loops));
  }

  private static CassandraStore open(CassandraStoreOptions options, CqlSession session) {
    try {
      Schema.create(session, options);
      return new CassandraStore(session, options);
    } catch (DriverException e) {
      session.close();
      throw new StorageException("The keyspace cannot be opened: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  private Bytes newId() {
    UUID id = options.ids().get();
    return new Bytes(
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array());
  }

  private void execute(Runnable task) {
    try {
      executor.execute(task);
    } catch (RejectedExecutionException e) {
      throw new StorageException("The store is closed.", e);
    }
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> transact(
      Function<? super Transaction, ? extends T> body) {
    return transactions.transact(body);
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    Bytes copy = Bytes.copyOf(key);
    Bytes bucket = buckets.bucketOf(copy);
    if (buckets.isDerived(bucket)) {
      Bytes value = derived.get(bucket, copy);
      return value == null ? null : value.array();
    }
    Row row = rows.get(bucket, copy);
    return row == null ? null : row.value().array();
  }

  /**
   * The read also returns the bucket's copy of the schema version, which may prove the
   * precondition.
   */
  @Override
  public byte @Nullable [] get(byte[] key, Precondition precondition) {
    Bytes copy = Bytes.copyOf(key);
    Bytes bucket = buckets.bucketOf(copy);
    if (buckets.isDerived(bucket)) {
      require(precondition, bucket, null);
      return get(key);
    }
    var found = rows.getVersioned(bucket, copy);
    require(precondition, bucket, found == null ? null : found.schemaVersion());
    return found == null ? null : found.row().value().array();
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction, Precondition precondition) {
    Bytes first = Bytes.copyOf(from);
    Bytes end = Bytes.copyOf(to);
    Bytes single = buckets.singleBucket(first, end);
    if (single == null || first.compareTo(end) >= 0) {
      return Store.super.range(from, to, direction, precondition);
    }
    var chunks = new SingleBucketRead();
    var cursor = new BucketCursor(List.of(single), first, end, direction, chunks);
    if (versions.covers(new Bytes(precondition.key()), single)) {
      cursor.readChunk();
      require(precondition, single, chunks.schemaVersion);
    } else {
      // The rows of a global index are outside of the scope: read index and schema row in parallel.
      var holds = CompletableFuture.supplyAsync(() -> precondition.holdsIn(this), this::execute);
      cursor.readChunk();
      if (!AsyncReads.join(holds)) {
        throw new OutdatedException();
      }
    }
    return new EntryCursor(() -> EntryCursor.Found.of(cursor.next()));
  }

  /**
   * Checks a precondition for a read of a bucket, if possible by the bucket's copy of the schema
   * version.
   *
   * @param copy the copy, null if it is not known
   * @throws OutdatedException if the precondition does not hold
   */
  private void require(Precondition precondition, Bytes bucket, @Nullable Bytes copy) {
    Bytes key = new Bytes(precondition.key());
    Bytes value = new Bytes(precondition.value());
    if (versions.covers(key, bucket)
        && copy != null
        && copy.equals(versions.cachedVersion(key, value))) {
      return;
    }
    Row row = rows.get(buckets.bucketOf(key), key);
    if (row == null || !row.value().equals(value)) {
      throw new OutdatedException();
    }
    versions.cache(key, row);
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    Bytes first = Bytes.copyOf(from);
    Bytes end = Bytes.copyOf(to);
    Bytes single = buckets.singleBucket(first, end);
    if (first.compareTo(end) >= 0) {
      checkOpen();
      return EntryCursor.empty();
    }
    if (single == null) {
      return snapshot().range(from, to, direction);
    }
    var cursor = new BucketCursor(List.of(single), first, end, direction, new SingleBucketRead());
    cursor.readChunk();
    return new EntryCursor(() -> EntryCursor.Found.of(cursor.next()));
  }

  /**
   * Reads a range of one bucket as of the last write before its first chunk. So the range needs no
   * snapshot, and the history only if the bucket is written while it is read.
   */
  private final class SingleBucketRead implements BucketCursor.ChunkReader {
    private final SnapshotRead snapshot = new SnapshotRead(rows, options);
    private final long openedMillis = options.clock().millis();
    private long micros;
    private @Nullable Bytes schemaVersion;

    @Override
    public Row.Chunk read(
        Bytes bucket, Bytes from, Bytes to, Direction direction, Row.@Nullable Chunk before) {
      if (buckets.isDerived(bucket)) {
        return derived.chunk(bucket, from, to, direction, before);
      }
      if (before != null) {
        return snapshot.chunk(bucket, from, to, direction, before, micros, openedMillis);
      }
      Row.Chunk first = rows.chunk(bucket, from, to, direction, null);
      micros = first.markedMicros();
      schemaVersion = first.schemaVersion();
      return first;
    }
  }

  @Override
  public Snapshot snapshot() {
    calls.enter();
    try {
      return new CassandraSnapshot(session, options, calls, buckets, rows, derived, this::execute);
    } finally {
      calls.exit();
    }
  }

  private void checkOpen() {
    calls.enter();
    calls.exit();
  }

  @Override
  public boolean isShared() {
    return true;
  }

  /** Each of the rows may be in a partition of its own. */
  @Override
  public int distantRows() {
    return DISTANT_ROWS;
  }

  @Override
  public void removeUnreachable(BooleanSupplier mayContinue) {
    try {
      outboxSweep.run(mayContinue);
    } finally {
      historySweep.run(mayContinue);
    }
  }

  /** Not supported. Each Cassandra node can make snapshots of its own data. */
  @Override
  public void checkpoint(Path directory) {
    checkOpen();
    throw new StorageException(
        "A store on Cassandra writes no checkpoints; use Cassandra's own snapshots.");
  }

  @Override
  public SortedMap<String, Double> metrics() {
    var metrics = new TreeMap<String, Double>();
    metrics.put(
        "statements_total",
        (double) reads.executed() + derived.writes() + transactions.statements());
    metrics.put("commits_total", (double) transactions.commits());
    metrics.put("conflicts_total", (double) transactions.conflicts());
    metrics.put("resolved_transactions_total", (double) transactions.inDoubt());
    return metrics;
  }

  @Override
  public void close() {
    transactions.close();
    outbox.close();
    calls.close();
    executor.shutdown();
    session.close();
  }
}
