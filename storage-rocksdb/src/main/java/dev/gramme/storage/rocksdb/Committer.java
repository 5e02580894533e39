package dev.gramme.storage.rocksdb;

import dev.gramme.storage.OverloadedException;
import dev.gramme.storage.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The only thread that writes. It takes the waiting transactions, runs their bodies sequentially,
 * each on top of the writes of those before it, and writes the group with one write (and one flush
 * to the medium, if so configured). Then it completes the futures of the group. During the write
 * the next group gathers in the queue, so the group size follows the load and a single writer waits
 * for nobody.
 *
 * <p>Since one thread runs all bodies, they are serializable without locks or versions, and none is
 * ever retried. A body that throws loses only its own writes. Its exception is also reported only
 * after the group was written, because the body may have seen writes of the group.
 *
 * <p>The queue is a stack: callers push onto it, and the committer takes it as a whole and reverses
 * it, with one atomic operation each. Its length is bounded; further transactions are refused
 * immediately and not blocked, because the caller may be a thread that serves thousands of
 * connections.
 *
 * <p>Only {@link #close} ends this thread. Any exception, including an {@link Error}, fails only
 * the transactions that it concerns: the one whose body threw, or the group that was not written.
 */
final class Committer implements Runnable {
  /**
   * About ten microseconds: a thread that was just acknowledged submits its next transaction within
   * this time.
   */
  private static final int SPINS = 200;

  /** At most this many callbacks of one future may fail; then the remaining ones are given up. */
  private static final int MAX_FAILED_CALLBACKS = 1000;

  /** Writes a group atomically. */
  @FunctionalInterface
  interface Log {
    void write(Group group);
  }

  private final RocksStoreOptions limits;
  private final RocksReads reads;
  private final Log log;
  private final Thread thread;
  private final AtomicReference<@Nullable PendingTransaction<?>> newest = new AtomicReference<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final PendingTransaction<?> closedMark =
      new PendingTransaction<@Nullable Void>(t -> null);
  private volatile boolean parked;

  private final LongAdder transactions = new LongAdder();
  private final LongAdder groups = new LongAdder();
  private final LongAdder writeNanos = new LongAdder();

  // The following fields belong to the committer's thread.
  private @Nullable PendingTransaction<?> oldest;
  private @Nullable PendingTransaction<?> latest;
  private final List<PendingTransaction<?>> members;
  private final Group group = new Group();

  Committer(RocksStoreOptions limits, RocksReads reads, Log log) {
    this.limits = limits;
    this.reads = reads;
    this.log = log;
    // Allocated for the largest group: a transaction taken from the backlog must not be lost
    // because this list cannot grow.
    this.members =
        new ArrayList<>(Math.min(limits.groupTransactions(), limits.queuedTransactions()));
    this.thread = Thread.ofPlatform().name("gramme-committer").daemon().unstarted(this);
  }

  void start() {
    thread.start();
  }

  /** Queues a transaction, or fails it immediately if the store is closed or overloaded. */
  void submit(PendingTransaction<?> queued) {
    if (waiting.incrementAndGet() > limits.queuedTransactions()) {
      waiting.decrementAndGet();
      queued.fail(
          new OverloadedException(
              limits.queuedTransactions() + " transactions are waiting; the queue is full."));
      return;
    }
    PendingTransaction<?> head;
    do {
      head = newest.get();
      if (head == closedMark) {
        queued.fail(NativeLease.closed());
        return;
      }
      queued.neighbour = head;
    } while (!newest.compareAndSet(head, queued));
    if (parked) {
      LockSupport.unpark(thread);
    }
  }

  /** Refuses further transactions, and returns when the accepted ones are done. */
  synchronized void close() {
    PendingTransaction<?> head = newest.get();
    while (head != closedMark) {
      closedMark.neighbour = head;
      if (newest.compareAndSet(head, closedMark)) {
        break;
      }
      head = newest.get();
    }
    LockSupport.unpark(thread);
    join();
  }

  private void join() {
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
    boolean last = false;
    while (!last || oldest != null) {
      try {
        last = take() || last;
        if (oldest != null) {
          commitGroup();
        } else if (!last) {
          await();
        }
      } catch (Throwable t) {
        // The futures of a group are completed in any case. If this thread ended, all later ones
        // would stay open forever.
        report("A step of the committer failed; it continues with the next one.", t);
      }
    }
  }

  /**
   * Moves newly queued transactions behind the backlog, oldest first. Returns true after the last
   * ones.
   */
  private boolean take() {
    PendingTransaction<?> head = newest.get();
    while (head != null && head != closedMark && !newest.compareAndSet(head, null)) {
      head = newest.get();
    }
    boolean last = head == closedMark;
    PendingTransaction<?> queued = head;
    if (last) {
      queued = closedMark.neighbour;
      closedMark.neighbour = null;
    }
    PendingTransaction<?> end = queued;
    PendingTransaction<?> begin = null;
    while (queued != null) {
      PendingTransaction<?> before = queued.neighbour;
      queued.neighbour = begin;
      begin = queued;
      queued = before;
    }
    if (begin != null) {
      if (latest == null) {
        oldest = begin;
      } else {
        latest.neighbour = begin;
      }
      latest = end;
    }
    return last;
  }

  /** Takes the oldest transaction out of the backlog; null if the backlog is empty. */
  private @Nullable PendingTransaction<?> poll() {
    PendingTransaction<?> first = oldest;
    if (first != null) {
      oldest = first.neighbour;
      first.neighbour = null;
      if (oldest == null) {
        latest = null;
      }
    }
    return first;
  }

  private void await() {
    for (int i = 0; i < SPINS; i++) {
      if (newest.get() != null) {
        return;
      }
      Thread.onSpinWait();
    }
    parked = true;
    while (newest.get() == null) {
      LockSupport.park(this);
    }
    parked = false;
  }

  /** Adds the current metrics. */
  void addMetrics(Map<String, Double> metrics) {
    metrics.put("transactions_waiting", (double) waiting.get());
    metrics.put("transactions_total", (double) transactions.sum());
    metrics.put("groups_total", (double) groups.sum());
    metrics.put("group_write_seconds_total", writeNanos.sum() / 1e9);
  }

  private void commitGroup() {
    Throwable failure = null;
    try {
      runBodies();
      if (!group.isEmpty()) {
        long start = System.nanoTime();
        log.write(group);
        writeNanos.add(System.nanoTime() - start);
        groups.increment();
      }
      transactions.add(members.size());
    } catch (Throwable t) {
      failure = failed(t);
    }
    clear(failure != null);
    waiting.addAndGet(-members.size());
    for (PendingTransaction<?> member : members) {
      answer(member, failure);
    }
    members.clear();
  }

  private void runBodies() {
    while (members.size() < limits.groupTransactions() && group.sizeBytes() < limits.groupBytes()) {
      PendingTransaction<?> queued = poll();
      if (queued == null) {
        return;
      }
      members.add(queued);
      Group.Mark mark = group.mark();
      RocksTransaction transaction = new RocksTransaction(reads, group);
      if (!queued.run(transaction)) {
        group.rollBack(mark);
      }
      transaction.end();
    }
  }

  private static Throwable failed(Throwable thrown) {
    if (thrown instanceof StorageException e) {
      return e;
    }
    try {
      return new StorageException("The database cannot be written: " + inWords(thrown), thrown);
    } catch (Throwable t) {
      return thrown; // not even enough memory for a new exception
    }
  }

  private static String inWords(Throwable thrown) {
    try {
      return thrown.toString();
    } catch (Throwable t) {
      return thrown.getClass().getName();
    }
  }

  private void clear(boolean failed) {
    try {
      if (failed) {
        group.clearFailed(limits.groupBytes());
      } else {
        group.clear(limits.groupBytes());
      }
    } catch (Throwable t) {
      report("The memory of a large group could not be released.", t);
    }
  }

  /**
   * Completes the future of a transaction. This runs the callbacks chained to it, which may throw
   * errors that a future does not catch, for example an error whose description cannot be built.
   * The failed callback is lost; completing the future again runs the remaining ones.
   */
  private static void answer(PendingTransaction<?> member, @Nullable Throwable failure) {
    for (int i = 0; i < MAX_FAILED_CALLBACKS; i++) {
      try {
        if (failure == null) {
          member.acknowledge();
        } else {
          member.fail(failure);
        }
        return;
      } catch (Throwable t) {
        report("A callback of a transaction's future failed.", t);
      }
    }
  }

  private static void report(String what, Throwable thrown) {
    try {
      // Created only when there is something to log: the first logger takes longer than opening a
      // database.
      LoggerFactory.getLogger(Committer.class).error("{} {}", what, inWords(thrown));
    } catch (Throwable t) {
      // Most likely out of memory. The thread must continue, and there is no other place to report
      // this.
    }
  }
}
