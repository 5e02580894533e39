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
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only thread that runs the functions of this server's transactions. It takes up to {@link
 * PostgresStoreOptions#MAX_GROUP} waiting transactions, oldest first, and commits them as one
 * {@link Group}; while it waits for PostgreSQL, the next ones gather. So the size of a group
 * follows the load, and the server needs one connection for all of its writes.
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
        queue.notifyAll();
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

  /** Refuses further transactions, and returns when the accepted ones are done. */
  void close() {
    synchronized (queue) {
      closed = true;
      queue.notifyAll();
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
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void run() {
    while (true) {
      List<PendingTransaction<?>> members = take();
      if (members.isEmpty()) {
        return;
      }
      try {
        commit(members);
      } catch (Throwable t) {
        // If this thread ended, all later transactions would wait forever.
        LOG.error("A group of transactions failed; the committer continues with the next one.", t);
        fail(members, new StorageException("The transaction failed: " + t, t));
      }
    }
  }

  /** Waits for transactions and takes the oldest ones; empty if the store is closed. */
  private List<PendingTransaction<?>> take() {
    synchronized (queue) {
      while (queue.isEmpty() && !closed) {
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
    long timeline = connections.primary().timeline();
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
          case NOTHING_WRITTEN -> connections.primary().check(timeline);
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
    done.forEach(member -> continuations.execute(member::acknowledge));
    return true;
  }

  private static List<PendingTransaction<?>> without(
      List<PendingTransaction<?>> all, List<PendingTransaction<?>> others) {
    var rest = new ArrayList<>(all);
    rest.removeAll(others);
    return rest;
  }

  private void fail(List<PendingTransaction<?>> members, StorageException reason) {
    members.forEach(member -> continuations.execute(() -> member.fail(reason)));
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
