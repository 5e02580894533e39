package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.gramme.storage.StorageException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what became of a transaction whose answer was lost: it may have been executed, or may
 * be executed yet, by a node that has stood still, say. So first the fence of one of its buckets is
 * changed: every transaction expects its fence, so from then on it can no more be executed. Then
 * what it leaves behind tells whether it was.
 */
final class Outcome {
  private static final Logger LOG = LoggerFactory.getLogger(Outcome.class);
  private static final long PAUSE_NANOS = 200_000_000;

  private final CqlSession session;
  private final CassandraStoreOptions options;
  private final Rows rows;
  private final Buckets buckets;
  private final Supplier<Bytes> ids;

  Outcome(
      CqlSession session,
      CassandraStoreOptions options,
      Rows rows,
      Buckets buckets,
      Supplier<Bytes> ids) {
    this.session = session;
    this.options = options;
    this.rows = rows;
    this.buckets = buckets;
    this.ids = ids;
  }

  /**
   * Whether it was executed; if not, it never will be.
   *
   * @throws StorageException if Cassandra does not answer for so long that this remains unknown
   */
  boolean isExecuted(Commit commit, DriverException lost) {
    LOG.warn("a transaction's answer is lost, its outcome is being settled: {}", lost.toString());
    long deadline = System.nanoTime() + options.patience().toNanos();
    while (true) {
      try {
        Bytes bucket = commit.fenced();
        if (bucket == null) {
          return false;
        }
        fence(bucket);
        return leftTraces(commit);
      } catch (DriverException | StorageException e) {
        if (System.nanoTime() > deadline) {
          throw new StorageException(
              "Whether a transaction was executed cannot be found out: " + e.getMessage(), lost);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private void fence(Bytes bucket) {
    Bytes fence = ids.get();
    session.execute(
        SimpleStatement.newInstance(
            "UPDATE " + options.keyspace() + ".rows SET fence = ? WHERE bucket = ?",
            fence.buffer(),
            bucket.buffer()));
    buckets.fenced(bucket, fence);
  }

  /** Every write notes what it has found, under its id, and what is derived is in an outbox. */
  private boolean leftTraces(Commit commit) {
    // An entry stays there until it is delivered, however long that takes; the past does not.
    for (var entry : commit.entries().entrySet()) {
      if (rows.due(entry.getKey(), entry.getValue()) != null) {
        return true;
      }
    }
    // Deletions of ranges alone leave no traces, and can be repeated.
    return !commit.changes().single().isEmpty()
        && noted(commit, commit.changes().single().firstEntry().getKey()) != null;
  }

  private Rows.@Nullable Former noted(Commit commit, Bytes key) {
    return rows.past(buckets.of(key), key, key.next()).getOrDefault(key, List.of()).stream()
        .filter(former -> former.endedBy().equals(commit.id()))
        .findFirst()
        .orElse(null);
  }

  /** What an executed transaction has found under a key that it wrote, null for nothing. */
  @Nullable Bytes found(Commit commit, Bytes key) {
    Rows.Former former = noted(commit, key);
    return former == null ? null : former.value();
  }
}
