package dev.gramme.storage.postgres;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.OutdatedException;
import dev.gramme.storage.Precondition;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.StoreHealth;
import dev.gramme.storage.Transaction;
import dev.gramme.storage.tree.ByteTree;
import dev.gramme.storage.tree.Keys;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The store that several servers share in one schema of a PostgreSQL database. All rows are in one
 * table, ordered by key. PostgreSQL's serializable isolation makes the transactions of all servers
 * serializable; each server commits its own in groups ({@link Committer}).
 *
 * <p>Reads block their callers until PostgreSQL answers. Continuations of futures run on virtual
 * threads.
 */
public final class PostgresStore implements Store {
  private static final int DELETION_ROWS = 1000;

  private final Connections connections;
  private final RowTable rows;
  private final KeyReads reads;
  private final Availability availability;
  private final Committer committer;
  private final ExecutorService continuations =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("postgres-", 0).factory());

  private PostgresStore(PostgresStoreOptions options, Connections connections, RowTable rows) {
    this.connections = connections;
    this.rows = rows;
    this.reads = new KeyReads(connections, rows);
    this.availability = new Availability(connections, options);
    this.committer = new Committer(connections, rows, options, availability, continuations);
  }

  /**
   * Opens the store in a schema, which it creates if it does not exist.
   *
   * @throws StorageException if the database cannot be reached, or the schema has another format
   */
  public static PostgresStore open(PostgresStoreOptions options) {
    var connections = Connections.open(options);
    try {
      var rows = new RowTable(options.schema());
      Schema.open(connections, options.schema(), rows);
      PredicateLocks.check(connections);
      var store = new PostgresStore(options, connections, rows);
      store.committer.start();
      return store;
    } catch (RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> transact(
      Function<? super Transaction, ? extends T> body) {
    var pending = new PendingTransaction<T>(body);
    committer.submit(pending);
    return pending.future();
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> transactByCaller(
      Function<? super Transaction, ? extends T> body) {
    var pending = new PendingTransaction<T>(body);
    committer.commit(pending);
    return pending.future();
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return PostgresSnapshot.inOrder(List.of(key), reads.read(List.of(key))).getFirst();
  }

  @Override
  public List<byte @Nullable []> getAll(List<byte[]> keys) {
    return PostgresSnapshot.inOrder(keys, reads.read(keys));
  }

  /**
   * Reads both rows with one statement. A very long key has a statement of its own, before that of
   * the precondition, whose key is short.
   */
  @Override
  public byte @Nullable [] get(byte[] key, Precondition precondition) {
    var values = getAll(List.of(precondition.key(), key));
    if (!Arrays.equals(values.getFirst(), precondition.value())) {
      throw new OutdatedException();
    }
    return values.getLast();
  }

  /**
   * A range with few rows is read with one statement. A longer one has a snapshot, which its cursor
   * ends.
   */
  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    if (Keys.isEmptyRange(from, to)) {
      checkOpen();
      return ByteTree.EMPTY.range(from, to, direction);
    }
    RowTable.Chunk first =
        connections.read(
            connection -> rows.chunk(connection, from, to, direction, RowTable.rowsAfter(null)));
    return range(first, from, to, direction);
  }

  /** Reads the row of the precondition and the first rows of the range in one round trip. */
  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction, Precondition precondition) {
    if (Keys.isEmptyRange(from, to)) {
      return Store.super.range(from, to, direction, precondition);
    }
    RowTable.ChunkWithValue first =
        connections.read(connection ->
            rows.chunkWithValue(
                connection, precondition.key(), from, to, direction, RowTable.rowsAfter(null)));
    if (!Arrays.equals(first.value().orElse(null), precondition.value())) {
      throw new OutdatedException();
    }
    return range(first.chunk(), from, to, direction);
  }

  private Cursor range(RowTable.Chunk first, byte[] from, byte[] to, Direction direction) {
    if (first.isLast()) {
      return new RowCursor((start, end, way, limit) -> first, from, to, direction);
    }
    var snapshot = PostgresSnapshot.open(connections, rows);
    try {
      return new RowCursor(new SnapshotSource(snapshot), from, to, direction).opened();
    } catch (RuntimeException e) {
      snapshot.close();
      throw e;
    }
  }

  /** The chunks of a snapshot that is closed after the last one. */
  private record SnapshotSource(PostgresSnapshot snapshot) implements RowCursor.Source {
    @Override
    public RowTable.Chunk chunk(byte[] from, byte[] to, Direction direction, int rows) {
      return snapshot.chunk(from, to, direction, rows);
    }

    @Override
    public void end() {
      snapshot.close();
    }
  }

  @Override
  public Snapshot snapshot() {
    return PostgresSnapshot.open(connections, rows);
  }

  private void checkOpen() {
    if (connections.isClosed()) {
      throw new StorageException("The store is closed.");
    }
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public boolean hasOneCommitter() {
    return true;
  }

  /** A deletion takes PostgreSQL some microseconds for each row. */
  @Override
  public int deletionRows() {
    return DELETION_ROWS;
  }

  /** Not supported. PostgreSQL has its own tools for backups. */
  @Override
  public void checkpoint(Path directory) {
    checkOpen();
    throw new StorageException(
        "A store on PostgreSQL writes no checkpoints; use PostgreSQL's own backups.");
  }

  @Override
  public StoreHealth health() {
    return availability.health();
  }

  @Override
  public SortedMap<String, Double> metrics() {
    var metrics = new TreeMap<String, Double>();
    committer.addMetrics(metrics);
    reads.addMetrics(metrics);
    metrics.put("connections_in_use", (double) connections.inUse());
    metrics.put("primary_changes_total", (double) connections.primary().changes());
    return metrics;
  }

  @Override
  public void close() {
    committer.close();
    connections.close();
    continuations.shutdown();
  }
}
