package dev.gramme.storage.cassandra.transaction;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.cassandra.derived.DerivedRows;
import dev.gramme.storage.cassandra.derived.Outbox;
import dev.gramme.storage.cassandra.derived.OutboxTable;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import dev.gramme.storage.cassandra.placement.BucketDirectory;
import dev.gramme.storage.cassandra.placement.SchemaVersions;
import dev.gramme.storage.cassandra.read.RowReader;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.session.PreparedStatements;
import dev.gramme.storage.cassandra.snapshot.HistoryGenerations;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Validates and commits transactions, resolves in-doubt transactions, and delivers derived rows.
 */
final class Committer {
  private final CqlSession session;
  private final CassandraStoreOptions options;
  private final DerivedRows derived;
  private final BucketDirectory buckets;
  private final SchemaVersions versions;
  private final Outbox outbox;
  private final OwnWriteCache cache;
  private final Supplier<Bytes> ids;
  private final PreparedStatements statements;
  private final HistoryGenerations generations;
  private final BucketPreparation preparation;
  private final InDoubtResolver resolver;
  private final LongAdder executed = new LongAdder();
  private final LongAdder commits = new LongAdder();
  private final LongAdder inDoubt = new LongAdder();

  Committer(
      CqlSession session,
      CassandraStoreOptions options,
      RowReader rows,
      DerivedRows derived,
      BucketDirectory buckets,
      SchemaVersions versions,
      Outbox outbox,
      OutboxTable outboxTable,
      OwnWriteCache cache,
      Supplier<Bytes> ids) {
    this.session = session;
    this.options = options;
    this.derived = derived;
    this.buckets = buckets;
    this.versions = versions;
    this.outbox = outbox;
    this.cache = cache;
    this.ids = ids;
    this.statements = new PreparedStatements(session);
    this.generations = new HistoryGenerations(options);
    this.preparation = new BucketPreparation(rows, buckets, versions, ids);
    this.resolver = new InDoubtResolver(session, options, rows, outboxTable, buckets, ids);
  }

  /** The number of commit statements that were sent, including those that only validate reads. */
  long executed() {
    return executed.sum();
  }

  /** The number of commits with writes, each of one transaction or of several together. */
  long commits() {
    return commits.sum();
  }

  /** The number of commit statements that were in doubt, because their answer was lost. */
  long inDoubt() {
    return inDoubt.sum();
  }

  /**
   * Commits a transaction whose function has returned.
   *
   * @throws Conflict if it must run again
   * @throws StorageException if Cassandra refuses it or its outcome remains unknown
   */
  void commit(CassandraTransaction transaction) {
    if (transaction.pendingWrites().isEmpty()) {
      validate(transaction);
      return;
    }
    WriteSet writeSet = WriteSet.of(transaction, versions);
    // These ranges are deleted before the commit. Nothing reads or writes them any more, even if
    // the transaction fails (see Transaction.derive).
    writeSet.derivedRangeDeletions().forEach(derived::removePermanently);
    if (writeSet.isEmpty()) {
      validate(transaction);
      return;
    }
    prepareBuckets(writeSet, transaction);
    var entries = outbox.reserve(writeSet.derived().keySet());
    CommitStatement commit = statement(transaction, writeSet, entries);
    boolean answered = executeAndResolve(commit);
    commits.increment();
    cacheWrites(commit);
    if (answered) {
      outbox.deliver(entries, writeSet.derived(), commit.previousStamps());
    } else {
      // The outbox recovers first, because reading the replaced values can fail.
      outbox.recover(entries);
      readReplacedValues(commit, transaction);
    }
  }

  /** Reads the values that the lost answer contained. */
  private void readReplacedValues(CommitStatement commit, CassandraTransaction transaction) {
    for (Bytes key : transaction.replacedKeys()) {
      transaction.setReplacedValue(key, resolver.replacedValue(commit, key));
    }
  }

  /** Validates the read set of a transaction without writes. */
  private void validate(CassandraTransaction transaction) {
    if (!transaction.readsOneSnapshot()) {
      var validation = statement(transaction, WriteSet.empty(), Map.of());
      try {
        validation.check(execute(validation));
      } catch (DriverException e) {
        throw new StorageException("Cassandra cannot be read: " + e.getMessage(), e);
      }
    }
  }

  private CommitStatement statement(
      CassandraTransaction transaction, WriteSet writeSet, Map<Bytes, Bytes> entries) {
    return new CommitStatement(
        options.keyspace(),
        buckets,
        versions,
        transaction,
        writeSet,
        entries,
        ids.get(),
        generations.current());
  }

  private void prepareBuckets(WriteSet writeSet, CassandraTransaction transaction) {
    try {
      preparation.prepare(writeSet, transaction);
    } catch (InvalidQueryException | SyntaxError e) {
      throw refused(e);
    } catch (DriverException e) {
      throw new Conflict(e);
    }
  }

  private static StorageException refused(DriverException e) {
    return new StorageException("Cassandra refuses a transaction: " + e.getMessage(), e);
  }

  private com.datastax.oss.driver.api.core.cql.Row execute(CommitStatement commit) {
    executed.increment();
    var statement = statements.bind(commit.build());
    boolean onlyReads = commit.writeSet().isEmpty();
    var result = session.execute(statement.setIdempotent(onlyReads)).one();
    if (result == null) {
      throw new StorageException("Cassandra returned no result for a transaction.");
    }
    return result;
  }

  /**
   * Executes a commit statement. Returns true if Cassandra answered, and false if the answer was
   * lost but the statement was executed.
   *
   * @throws Conflict if it was not executed and never will be
   */
  private boolean executeAndResolve(CommitStatement commit) {
    try {
      commit.check(execute(commit));
      return true;
    } catch (Conflict e) {
      outbox.discard(commit.outboxEntries());
      throw e;
    } catch (InvalidQueryException | SyntaxError e) {
      outbox.discard(commit.outboxEntries());
      throw refused(e);
    } catch (DriverException e) {
      inDoubt.increment();
      resolve(commit, e);
      return false;
    } catch (RuntimeException | Error e) {
      resolveLater(commit, new DriverTimeoutException(String.valueOf(e.getMessage())));
      throw e;
    }
  }

  /**
   * Returns normally if an in-doubt transaction was executed.
   *
   * @throws Conflict if it was not executed and never will be
   * @throws StorageException if its outcome remains unknown
   */
  private void resolve(CommitStatement commit, DriverException lost) {
    boolean wasExecuted;
    try {
      wasExecuted = resolver.wasExecuted(commit, lost);
    } catch (RuntimeException unknown) {
      resolveLater(commit, lost);
      throw unknown;
    }
    if (!wasExecuted) {
      outbox.discard(commit.outboxEntries());
      throw new Conflict(lost);
    }
  }

  /**
   * Resolves a transaction in the background whose caller gets an error now. If it was executed,
   * its derived rows must be written.
   */
  private void resolveLater(CommitStatement commit, DriverException lost) {
    if (commit.outboxEntries().isEmpty()) {
      return;
    }
    outbox.retryLater(() -> {
      try {
        if (resolver.wasExecuted(commit, lost)) {
          outbox.recover(commit.outboxEntries());
        } else {
          outbox.discard(commit.outboxEntries());
        }
        return true;
      } catch (RuntimeException unknown) {
        return false;
      }
    });
  }

  /** Caches written rows, except rows with schema versions, which {@link SchemaVersions} caches. */
  private void cacheWrites(CommitStatement commit) {
    commit
        .writeSet()
        .rows()
        .forEach((key, write) -> {
          if (versions.scope(key) == null) {
            cache.wrote(key, write.value(), commit.id());
          }
        });
  }
}
