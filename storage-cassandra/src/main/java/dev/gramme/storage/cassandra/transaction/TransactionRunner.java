package dev.gramme.storage.cassandra.transaction;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.gramme.storage.BackOff;
import dev.gramme.storage.ConflictException;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Transaction;
import dev.gramme.storage.cassandra.derived.DerivedRows;
import dev.gramme.storage.cassandra.derived.Outbox;
import dev.gramme.storage.cassandra.derived.OutboxTable;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import dev.gramme.storage.cassandra.placement.BucketDirectory;
import dev.gramme.storage.cassandra.placement.SchemaVersions;
import dev.gramme.storage.cassandra.read.RowReader;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.session.InFlightGate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs the functions of transactions until they are committed. After a conflict, a function runs
 * again, and this time it first locks the keys of the conflict ({@link KeyLocks}); functions that
 * wait for the same keys are committed together ({@link CommitBatcher}). Conflicts with other
 * servers back off for a random, growing time.
 */
public final class TransactionRunner {
  private static final int MAX_ATTEMPTS = 60;
  private static final BackOff BACK_OFF = new BackOff(Duration.ofMillis(1), Duration.ofMillis(64));

  /** A batch takes no more functions when its writes have this size. */
  private static final long MAX_BATCH_BYTES = 1 << 20;

  /** A batch takes no more functions when it writes this many rows. */
  private static final int MAX_BATCH_ROWS = 256;

  private final CassandraStoreOptions options;
  private final RowReader rows;
  private final DerivedRows derived;
  private final BucketDirectory buckets;
  private final SchemaVersions versions;
  private final Executor executor;
  private final InFlightGate gate = new InFlightGate();
  private final OwnWriteCache cache = new OwnWriteCache();
  private final KeyLocks locks = new KeyLocks();
  private final CommitBatcher batcher = new CommitBatcher();
  private final Semaphore running;

  /** The random bits of new ids, which several threads can make at the same time. */
  private final RandomGenerator random;

  private final Committer committer;
  private final LongAdder conflicts = new LongAdder();

  /**
   * A runner with empty caches.
   *
   * @param executor runs the functions, which block
   * @param ids makes the ids of transactions
   */
  public TransactionRunner(
      CqlSession session,
      CassandraStoreOptions options,
      RowReader rows,
      DerivedRows derived,
      BucketDirectory buckets,
      SchemaVersions versions,
      Outbox outbox,
      OutboxTable outboxTable,
      Executor executor,
      Supplier<Bytes> ids) {
    this.options = options;
    this.rows = rows;
    this.derived = derived;
    this.buckets = buckets;
    this.versions = versions;
    this.executor = executor;
    this.random = () -> options.ids().get().getLeastSignificantBits();
    this.running = new Semaphore(options.transactions());
    this.committer =
        new Committer(
            session, options, rows, derived, buckets, versions, outbox, outboxTable, cache, ids);
  }

  /** The number of commit statements that were sent, including those that only validate reads. */
  public long statements() {
    return committer.executed();
  }

  /** The number of commits with writes, each of one transaction or of several together. */
  public long commits() {
    return committer.commits();
  }

  /** How many runs of functions ended with a conflict. */
  public long conflicts() {
    return conflicts.sum();
  }

  /** How many commit statements were in doubt, because their answer was lost. */
  public long inDoubt() {
    return committer.inDoubt();
  }

  /** Refuses new transactions and waits for those in flight. */
  public void close() {
    gate.close();
  }

  /** Runs a function and commits its writes, as {@code Store.transact} specifies. */
  public <T extends @Nullable Object> CompletableFuture<T> transact(
      Function<? super Transaction, ? extends T> function) {
    var future = new CompletableFuture<T>();
    try {
      gate.enter();
    } catch (StorageException e) {
      return CompletableFuture.failedFuture(e);
    }
    executor.execute(() -> {
      try {
        T result = runUntilCommitted(new TransactionAttempt<>(function));
        future.complete(result);
      } catch (Throwable thrown) {
        future.completeExceptionally(thrown);
      } finally {
        gate.exit();
      }
    });
    return future;
  }

  private <T extends @Nullable Object> T runUntilCommitted(TransactionAttempt<T> attempt) {
    var lockedKeys = new TreeSet<Bytes>();
    long deadline = System.nanoTime() + options.patience().toNanos();
    for (int number = 0; number < MAX_ATTEMPTS; number++) {
      attempt.reset();
      runLocked(attempt, lockedKeys);
      Conflict conflict = attempt.conflict();
      if (conflict == null) {
        return attempt.result();
      }
      conflicts.increment();
      if (conflict.isUnanswered() && (number == MAX_ATTEMPTS - 1 || System.nanoTime() > deadline)) {
        Throwable cause = Objects.requireNonNull(conflict.getCause());
        throw new StorageException(
            "Cassandra does not answer transactions: " + cause.getMessage(), cause);
      }
      if (!lockedKeys.addAll(conflict.keys())) {
        // It had locked these keys already, so it conflicts with another server.
        LockSupport.parkNanos(BACK_OFF.jitteredPause(number + 1, random).toNanos());
      }
    }
    throw new ConflictException(
        "The transaction conflicted with others %d times.".formatted(MAX_ATTEMPTS));
  }

  /** Locks keys and runs a function, unless another transaction that had the locks has run it. */
  private void runLocked(TransactionAttempt<?> attempt, TreeSet<Bytes> lockedKeys) {
    if (!lockedKeys.isEmpty()) {
      batcher.enqueue(lockedKeys, attempt);
    }
    locks.lock(lockedKeys);
    try {
      if (!attempt.isOver()) {
        running.acquireUninterruptibly();
        try {
          runBatch(batcher.takeBatch(lockedKeys, attempt), lockedKeys);
        } finally {
          running.release();
        }
      }
    } finally {
      locks.unlock(lockedKeys);
    }
  }

  /** Runs functions sequentially, each on the writes of those before it, and commits once. */
  private void runBatch(List<TransactionAttempt<?>> batch, TreeSet<Bytes> lockedKeys) {
    var transaction =
        new CassandraTransaction(rows, derived, buckets, versions, cache, locks, lockedKeys);
    var ran = new ArrayList<TransactionAttempt<?>>();
    for (var attempt : batch) {
      if (isFull(transaction.pendingWrites())) {
        // The remaining functions run by themselves once they have the locks.
        break;
      }
      attempt.run(transaction);
      if (attempt.conflict() == null) {
        ran.add(attempt);
      }
    }
    if (ran.isEmpty()) {
      return;
    }
    try {
      transaction.end();
      committer.commit(transaction);
      ran.forEach(TransactionAttempt::complete);
    } catch (Conflict conflict) {
      conflict.keys().forEach(cache::markStale);
      ran.getFirst().retryAfter(conflict);
      // It is unknown which function has read the changed keys. Only the first one locks them.
      var others = conflict.isUnanswered() ? conflict : new Conflict(Set.of());
      ran.stream().skip(1).forEach(attempt -> attempt.retryAfter(others));
    } catch (RuntimeException | Error e) {
      ran.forEach(attempt ->
          attempt.fail(() -> {
            throw e;
          }));
    }
  }

  private static boolean isFull(PendingWrites writes) {
    return writes.bytes() > MAX_BATCH_BYTES || writes.writes().size() > MAX_BATCH_ROWS;
  }
}
