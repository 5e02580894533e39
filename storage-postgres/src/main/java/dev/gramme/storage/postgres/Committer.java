package dev.gramme.storage.postgres;

import dev.gramme.storage.ConflictException;
import dev.gramme.storage.OverloadedException;
import dev.gramme.storage.StorageException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits this server's transactions in groups, one group after another. Its thread takes up to
 * {@link PostgresStoreOptions#MAX_GROUP} waiting transactions, oldest first, and commits them as
 * one {@link Group}; while it waits for PostgreSQL, the next ones gather. So the size of a group
 * follows the load, and the server needs one connection for all of its writes.
 *
 * <p>If no transaction waits or is being committed, a calling thread may commit its own transaction
 * without this thread. Under a low load, waking other threads takes nearly as long as PostgreSQL.
 *
 * <p>All functions of a group run again if the group conflicts with another server, if a
 * precondition that it assumed does not hold, or if the database becomes unreachable before the
 * commit. They fail after {@link PostgresStoreOptions#MAX_ATTEMPTS} conflicts, or when the patience
 * of the options is over.
 */
final class Committer implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Committer.class);

  private final Connections connections;
  private final RowTable table;
  private final PostgresStoreOptions options;
  private final Availability availability;

  /** Runs the callers' continuations, which may block. */
  private final Executor continuations;

  private final Thread thread;
  private final Deque<PendingTransaction<?>> queue = new ArrayDeque<>();
  private boolean closed;

  /** Whether some thread commits a group. */
  private boolean committing;

  /** Transactions that have ended and whose futures other threads complete. */
  private final Set<PendingTransaction<?>> completing = ConcurrentHashMap.newKeySet();

  private final LongAdder transactions = new LongAdder();
  private final LongAdder commits = new LongAdder();
  private final LongAdder conflicts = new LongAdder();

  Committer(
      Connections connections,
      RowTable table,
      PostgresStoreOptions options,
      Availability availability,
      Executor continuations) {
    this.connections = connections;
    this.table = table;
    this.options = options;
    this.availability = availability;
    this.continuations = continuations;
    this.thread = Thread.ofPlatform().name("gramme-committer").daemon().unstarted(this);
  }

  void start() {
    thread.start();
  }

  /** Queues a transaction, or fails it at once if the store is closed or overloaded. */
  void submit(PendingTransaction<?> pending) {
    StorageException refused;
    synchronized (queue) {
      if (!closed && queue.size() < PostgresStoreOptions.MAX_WAITING) {
        queue.add(pending);
        wakeIfIdle();
        return;
      }
      refused =
          closed
              ? new StorageException("The store is closed.")
              : new OverloadedException(
                  PostgresStoreOptions.MAX_WAITING
                      + " transactions are waiting; the queue is full.");
    }
    pending.fail(refused);
  }

  /**
   * Commits a transaction on the calling thread if no other one waits or is being committed, else
   * queues it. A virtual thread never commits, because waking it involves other threads.
   */
  void commit(PendingTransaction<?> pending) {
    boolean isAlone;
    synchronized (queue) {
      isAlone = !closed && !committing && queue.isEmpty() && !Thread.currentThread().isVirtual();
      if (isAlone) {
        committing = true;
      }
    }
    if (!isAlone) {
      submit(pending);
      return;
    }
    try {
      commitOrFail(List.of(pending));
    } finally {
      synchronized (queue) {
        committing = false;
        wakeIfIdle();
      }
    }
  }

  /** Wakes the thread if it has something to do; it waits while another thread commits. */
  private void wakeIfIdle() {
    if (!committing && (closed || !queue.isEmpty())) {
      queue.notifyAll();
    }
  }

  /**
   * Refuses further transactions, and returns when the futures of the accepted ones are complete.
   * Their continuations may run longer.
   */
  void close() {
    synchronized (queue) {
      closed = true;
      wakeIfIdle();
    }
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true; // close() always waits until the end
      }
    }
    completing.forEach(PendingTransaction::awaitCompletion);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void run() {
    List<PendingTransaction<?>> members = take(false);
    while (!members.isEmpty()) {
      commitOrFail(members);
      members = take(true);
    }
  }

  private void commitOrFail(List<PendingTransaction<?>> members) {
    try {
      commit(members);
    } catch (Throwable t) {
      // If the committer's thread ended, all later transactions would wait forever.
      LOG.error("A group of transactions failed; the next one is not affected.", t);
      fail(members, new StorageException("The transaction failed: " + t, t));
    }
  }

  /**
   * Ends the group before, waits for transactions, and takes the oldest ones; empty if the store is
   * closed and no transaction waits.
   */
  private List<PendingTransaction<?>> take(boolean hasCommitted) {
    synchronized (queue) {
      if (hasCommitted) {
        committing = false;
      }
      while (committing || (queue.isEmpty() && !closed)) {
        try {
          queue.wait();
        } catch (InterruptedException e) {
          // Nobody interrupts this thread; close() ends it.
          LOG.debug("The committer was interrupted and continues.", e);
        }
      }
      var members = new ArrayList<PendingTransaction<?>>();
      while (members.size() < PostgresStoreOptions.MAX_GROUP && !queue.isEmpty()) {
        members.add(queue.remove());
      }
      committing = !members.isEmpty();
      return members;
    }
  }

  /** Puts transactions back, before those that arrived later. */
  private void putBack(List<PendingTransaction<?>> waiting) {
    synchronized (queue) {
      waiting.reversed().forEach(queue::addFirst);
    }
  }

  private void commit(List<PendingTransaction<?>> members) {
    long deadline = System.nanoTime() + options.patience().toNanos();
    int conflictsInRow = 0;
    for (int failures = 1; ; failures++) {
      SQLException failure = tryCommit(members);
      if (failure == null) {
        return;
      }
      Failure kind = Failure.of(failure);
      if (kind == Failure.CONFLICT) {
        conflicts.increment();
        if (++conflictsInRow == PostgresStoreOptions.MAX_ATTEMPTS) {
          fail(
              members,
              new ConflictException(
                  "The transaction conflicted with other servers %d times."
                      .formatted(conflictsInRow)));
          return;
        }
      } else {
        availability.failed(failure);
        connections.renewCommits();
        if (kind == Failure.OTHER || System.nanoTime() > deadline) {
          fail(members, Connections.failed(failure));
          return;
        }
      }
      connections.pause(failures);
    }
  }

  /**
   * Runs and commits a group once; if preconditions did not hold, once more without assuming any.
   *
   * @return null if the transactions have their outcome, else the reason why they have none
   */
  private @Nullable SQLException tryCommit(List<PendingTransaction<?>> members) {
    try {
      if (!tryCommit(members, true)) {
        boolean isDone = tryCommit(members, false);
        if (!isDone) {
          throw new IllegalStateException("a group that assumes nothing was outdated");
        }
      }
      return null;
    } catch (SQLException e) {
      return e;
    }
  }

  /**
   * Runs and commits a group.
   *
   * @param assumes whether the group assumes that preconditions hold
   * @return false if a precondition that it assumed did not hold; nothing was written
   * @throws SQLException if the group was not committed for another reason
   */
  private boolean tryCommit(List<PendingTransaction<?>> members, boolean assumes)
      throws SQLException {
    List<PendingTransaction<?>> done = members;
    try (var group = new Group(connections, table, members, assumes)) {
      try {
        List<PendingTransaction<?>> waiting = group.run();
        done = waiting.isEmpty() ? members : without(members, waiting);
        Group.Outcome outcome = group.commit();
        switch (outcome) {
          case OUTDATED -> {
            return false;
          }
          case WRITTEN -> {
            commits.increment();
            availability.succeeded();
          }
          case NOTHING_WRITTEN -> group.checkPrimary();
        }
        putBack(waiting);
      } catch (SQLException e) {
        if (!group.isInDoubt(e)) {
          throw e;
        }
        availability.failed(e);
        putBack(without(members, done));
        fail(
            done,
            new StorageException(
                "It is unknown whether the transaction was committed: " + Failure.line(e), e));
        return true;
      }
    }
    transactions.add(done.size());
    done.forEach(member -> complete(member, member::acknowledge));
    return true;
  }

  private static List<PendingTransaction<?>> without(
      List<PendingTransaction<?>> all, List<PendingTransaction<?>> others) {
    var rest = new ArrayList<>(all);
    rest.removeAll(others);
    return rest;
  }

  private void fail(List<PendingTransaction<?>> members, StorageException reason) {
    members.forEach(member -> complete(member, () -> member.fail(reason)));
  }

  /**
   * Completes a future. Its continuations may block, so they never run on the committer's thread.
   */
  private void complete(PendingTransaction<?> member, Runnable completion) {
    if (!Thread.currentThread().equals(thread)) {
      completion.run();
      return;
    }
    completing.add(member);
    continuations.execute(() -> {
      completion.run();
      completing.remove(member);
    });
  }

  /** Adds the current metrics. */
  void addMetrics(Map<String, Double> metrics) {
    synchronized (queue) {
      metrics.put("transactions_waiting", (double) queue.size());
    }
    metrics.put("transactions_total", (double) transactions.sum());
    metrics.put("commits_total", (double) commits.sum());
    metrics.put("conflicts_total", (double) conflicts.sum());
  }
}
