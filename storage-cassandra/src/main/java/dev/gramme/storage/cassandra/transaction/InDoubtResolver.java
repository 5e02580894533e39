package dev.gramme.storage.cassandra.transaction;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.cassandra.derived.OutboxTable;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import dev.gramme.storage.cassandra.placement.BucketDirectory;
import dev.gramme.storage.cassandra.read.RowReader;
import dev.gramme.storage.cassandra.row.Bytes;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resolves an in-doubt transaction, one whose answer was lost: it may have been executed, or may
 * still be executed later, for example by a node that was suspended. First the resolver changes the
 * fence of one written bucket. The fence is a precondition of the transaction, so it cannot be
 * executed any more. Then the traces of the transaction show whether it was executed before.
 */
final class InDoubtResolver {
  private static final Logger LOG = LoggerFactory.getLogger(InDoubtResolver.class);
  private static final long PAUSE_NANOS = 200_000_000;

  private final CqlSession session;
  private final CassandraStoreOptions options;
  private final RowReader rows;
  private final OutboxTable outbox;
  private final BucketDirectory buckets;
  private final Supplier<Bytes> ids;

  InDoubtResolver(
      CqlSession session,
      CassandraStoreOptions options,
      RowReader rows,
      OutboxTable outbox,
      BucketDirectory buckets,
      Supplier<Bytes> ids) {
    this.session = session;
    this.options = options;
    this.rows = rows;
    this.outbox = outbox;
    this.buckets = buckets;
    this.ids = ids;
  }

  /**
   * Returns whether the transaction was executed. If not, it never will be.
   *
   * @throws StorageException if Cassandra does not answer for so long that this remains unknown
   */
  boolean wasExecuted(CommitStatement commit, DriverException lost) {
    LOG.warn("the answer of a transaction was lost, resolving its outcome: {}", lost.toString());
    long deadline = System.nanoTime() + options.patience().toNanos();
    while (true) {
      try {
        Bytes bucket = commit.fencedBucket();
        if (bucket == null) {
          return false;
        }
        changeFence(bucket);
        return hasTraces(commit);
      } catch (DriverException | StorageException e) {
        if (System.nanoTime() > deadline) {
          throw new StorageException(
              "The outcome of a transaction cannot be resolved: " + e.getMessage(), lost);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private void changeFence(Bytes bucket) {
    Bytes fence = ids.get();
    session.execute(
        SimpleStatement.newInstance(
            "UPDATE " + options.keyspace() + ".rows SET fence = ? WHERE bucket = ?",
            fence.buffer(),
            bucket.buffer()));
    buckets.cacheFence(bucket, fence);
  }

  /** An executed transaction leaves outbox entries, or history rows with its id. */
  private boolean hasTraces(CommitStatement commit) {
    // An outbox entry remains until it is delivered, however long that takes. History expires.
    for (var entry : commit.outboxEntries().entrySet()) {
      if (outbox.entry(entry.getKey(), entry.getValue()) != null) {
        return true;
      }
    }
    // A transaction that only deletes ranges without history leaves no trace. It is idempotent.
    return !commit.writeSet().rows().isEmpty()
        && historyOf(commit, commit.writeSet().rows().firstEntry().getKey()) != null;
  }

  private RowReader.@Nullable ReplacedValue historyOf(CommitStatement commit, Bytes key) {
    return rows
        .history(buckets.bucketOf(key), key, key.successor())
        .getOrDefault(key, List.of())
        .stream()
        .filter(replaced -> replaced.replacedBy().equals(commit.id()))
        .findFirst()
        .orElse(null);
  }

  /** The value that an executed transaction has replaced at a key, null for none. */
  @Nullable Bytes replacedValue(CommitStatement commit, Bytes key) {
    RowReader.ReplacedValue replaced = historyOf(commit, key);
    return replaced == null ? null : replaced.value();
  }
}
