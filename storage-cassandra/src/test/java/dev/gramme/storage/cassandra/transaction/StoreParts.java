package dev.gramme.storage.cassandra.transaction;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.cassandra.TestCassandra;
import dev.gramme.storage.cassandra.derived.DerivedRows;
import dev.gramme.storage.cassandra.derived.Outbox;
import dev.gramme.storage.cassandra.derived.OutboxTable;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import dev.gramme.storage.cassandra.placement.BucketDirectory;
import dev.gramme.storage.cassandra.placement.SchemaVersions;
import dev.gramme.storage.cassandra.read.RowReader;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.Write;
import dev.gramme.storage.cassandra.session.InFlightGate;
import dev.gramme.storage.cassandra.session.ReadStatements;
import dev.gramme.storage.cassandra.session.Schema;
import dev.gramme.storage.cassandra.session.SessionFactory;
import dev.gramme.storage.cassandra.snapshot.HistoryGenerations;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The parts of a store, for tests that execute the steps of a transaction singly. */
public final class StoreParts implements AutoCloseable {
  public final CassandraStoreOptions options;
  public final CqlSession session;
  public final InFlightGate gate = new InFlightGate();
  public final ReadStatements reads;
  public final RowReader rows;
  public final BucketDirectory buckets;
  public final DerivedRows derived;
  public final OutboxTable outboxTable;
  final SchemaVersions versions;
  private final HistoryGenerations generations;

  StoreParts() {
    this(InstantSource.system());
  }

  /** The parts of a new store with a clock. */
  public StoreParts(InstantSource clock) {
    options = TestCassandra.options(clock);
    session = SessionFactory.open(options);
    Schema.create(session, options);
    reads = new ReadStatements(session, gate);
    rows = new RowReader(session, options.keyspace(), reads);
    buckets = new BucketDirectory(session, options, gate);
    derived = new DerivedRows(session, options, gate, reads, buckets);
    outboxTable = new OutboxTable(session, options, reads);
    versions = new SchemaVersions(options.placement(), buckets);
    generations = new HistoryGenerations(options);
  }

  /** A new id, as the store makes them. */
  public static Bytes newId() {
    var id = UUID.randomUUID();
    return new Bytes(
        ByteBuffer.allocate(16)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array());
  }

  CassandraTransaction begin(OwnWriteCache cache) {
    return new CassandraTransaction(
        rows, derived, buckets, versions, cache, new KeyLocks(), Set.of());
  }

  /** Ends a transaction and returns its commit statement. */
  CommitStatement end(CassandraTransaction transaction, Bytes id) {
    transaction.end();
    return commit(transaction, WriteSet.of(transaction, versions), Map.of(), id);
  }

  private CommitStatement commit(
      CassandraTransaction transaction, WriteSet writes, Map<Bytes, Bytes> entries, Bytes id) {
    return new CommitStatement(
        options.keyspace(),
        buckets,
        versions,
        transaction,
        writes,
        entries,
        id,
        generations.current());
  }

  BucketPreparation preparation() {
    return new BucketPreparation(rows, buckets, versions, StoreParts::newId);
  }

  /**
   * A committer whose commit statements and reads use other sessions than this store's.
   *
   * @param commits executes commit statements
   * @param reads reads rows and their history
   */
  Committer committer(CqlSession commits, CqlSession reads, Outbox outbox) {
    var rowReader = new RowReader(reads, options.keyspace(), new ReadStatements(reads, gate));
    return new Committer(
        commits,
        options,
        rowReader,
        derived,
        buckets,
        versions,
        outbox,
        outboxTable,
        new OwnWriteCache(),
        StoreParts::newId);
  }

  InDoubtResolver resolver() {
    return new InDoubtResolver(session, options, rows, outboxTable, buckets, StoreParts::newId);
  }

  /** Executes a transaction that writes one derived row, as a server that then stalls. */
  public Derivation derive(Outbox outbox, Bytes source, Bytes key, @Nullable String value) {
    return new Derivation(outbox, source, key, value);
  }

  /** An executed transaction whose derived row is not delivered yet. */
  public final class Derivation {
    private final Outbox outbox;
    private final SequencedMap<Bytes, Write> writes;
    private final Map<Bytes, Bytes> entries;
    private final CommitStatement commit;
    private final SimpleStatement statement;
    private final Bytes bucket;

    private Derivation(Outbox outbox, Bytes source, Bytes key, @Nullable String value) {
      this.outbox = outbox;
      this.bucket = buckets.bucketOf(source);
      var transaction = begin(new OwnWriteCache());
      transaction.derive(
          source.array(),
          key.array(),
          value == null ? null : value.getBytes(StandardCharsets.UTF_8));
      transaction.end();
      WriteSet writeSet = WriteSet.of(transaction, versions);
      preparation().prepare(writeSet, transaction);
      writes = Objects.requireNonNull(writeSet.derived().get(bucket));
      entries = outbox.reserve(writeSet.derived().keySet());
      commit = commit(transaction, writeSet, entries, newId());
      statement = commit.build();
      commit.check(Objects.requireNonNull(session.execute(statement).one()));
    }

    /** Delivers its derived row, as the server that executed it. */
    public void deliver() {
      outbox.deliver(entries, Map.of(bucket, writes), commit.previousStamps());
    }

    /** Delivers its derived row, as the server that has lost the answer. */
    public void recover() {
      outbox.recover(entries);
    }

    /** The stamp of the bucket before the transaction. */
    public long previousStamp() {
      return Objects.requireNonNull(commit.previousStamps().get(bucket));
    }

    /** The values in its commit statement. */
    public Iterable<Object> statementValues() {
      return statement.getPositionalValues();
    }

    /** Whether the resolver finds that it was executed. */
    public boolean wasExecuted() {
      return resolver().wasExecuted(commit, new DriverTimeoutException("lost"));
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
