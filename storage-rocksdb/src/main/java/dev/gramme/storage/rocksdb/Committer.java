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
 * The one thread that writes. It takes the transactions that wait, runs their bodies one after
 * another, each over the writes of those before it, writes all of it with one write (and, if told
 * so, one flush to the medium), and then tells all who wait. While it writes, the next group
 * gathers by itself; so a group is as large as the load makes it, and a single writer waits for
 * nobody.
 *
 * <p>Since one thread runs all bodies, they are serializable without locks or versions, and none is
 * ever repeated. A body that throws loses its own writes only; but its exception, too, is handed
 * out after the group was written, since the body may have seen writes of the group.
 *
 * <p>The queue is a stack that writers push onto and that the committer takes as a whole and
 * reverses: one atomic operation for each. Its length is bounded; more is refused at once and not
 * blocked, since whoever calls may be a thread that serves thousands of connections.
 *
 * <p>Nothing ends this thread but {@link #close}. Whatever is thrown, an {@link Error} too, fails
 * the transactions that it concerns: the one whose body threw, or the group that was not written.
 */
final class Committer implements Runnable {
  /** Some ten microseconds: a thread that was just acknowledged is back by then. */
  private static final int SPINS = 200;

  /** Of the callbacks of one future, so many may fail before the rest is given up. */
  private static final int MAX_FAILED_CALLBACKS = 1000;

  /** Writes a group, all or nothing. */
  @FunctionalInterface
  interface Log {
    void write(Group group);
  }

  private final RocksStoreOptions limits;
  private final RocksReads reads;
  private final Log log;
  private final Thread thread;
  private final AtomicReference<@Nullable Queued<?>> newest = new AtomicReference<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final Queued<?> closedMark = new Queued<@Nullable Void>(t -> null);
  private volatile boolean parked;

  private final LongAdder transactions = new LongAdder();
  private final LongAdder groups = new LongAdder();
  private final LongAdder writeNanos = new LongAdder();

  // Of the committer's thread:
  private @Nullable Queued<?> oldest;
  private @Nullable Queued<?> latest;
  private final List<Queued<?>> members;
  private final Group group = new Group();

  Committer(RocksStoreOptions limits, RocksReads reads, Log log) {
    this.limits = limits;
    this.reads = reads;
    this.log = log;
    // With room for all: what was taken out of the backlog must not get lost because it cannot
    // grow.
    this.members =
        new ArrayList<>(Math.min(limits.groupTransactions(), limits.queuedTransactions()));
    this.thread = Thread.ofPlatform().name("gramme-committer").daemon().unstarted(this);
  }

  void start() {
    thread.start();
  }

  /** Queues a transaction, or fails it at once if the store is closed or overloaded. */
  void submit(Queued<?> queued) {
    if (waiting.incrementAndGet() > limits.queuedTransactions()) {
      waiting.decrementAndGet();
      queued.fail(
          new OverloadedException(
              limits.queuedTransactions() + " transactions are waiting; no more are taken."));
      return;
    }
    Queued<?> head;
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

  /** Takes no more transactions, and returns when those that were taken are done. */
  synchronized void close() {
    Queued<?> head = newest.get();
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
        interrupted = true; // closing is not given up halfway
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
        // The futures of a group are completed in any case. Without this thread all later ones
        // would stay open for ever.
        report("A step of the committer failed; it continues with the next one.", t);
      }
    }
  }

  /** Moves what was queued behind the backlog, the oldest first; true if there will be no more. */
  private boolean take() {
    Queued<?> head = newest.get();
    while (head != null && head != closedMark && !newest.compareAndSet(head, null)) {
      head = newest.get();
    }
    boolean last = head == closedMark;
    Queued<?> queued = head;
    if (last) {
      queued = closedMark.neighbour;
      closedMark.neighbour = null;
    }
    Queued<?> end = queued;
    Queued<?> begin = null;
    while (queued != null) {
      Queued<?> before = queued.neighbour;
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

  /** Takes the oldest transaction out of the backlog; null if it is empty. */
  private @Nullable Queued<?> poll() {
    Queued<?> first = oldest;
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

  /** Adds the figures of this moment. */
  void addFigures(Map<String, Double> figures) {
    figures.put("transactions_waiting", (double) waiting.get());
    figures.put("transactions_total", (double) transactions.sum());
    figures.put("groups_total", (double) groups.sum());
    figures.put("group_write_seconds_total", writeNanos.sum() / 1e9);
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
    for (Queued<?> member : members) {
      answer(member, failure);
    }
    members.clear();
  }

  private void runBodies() {
    while (members.size() < limits.groupTransactions() && group.sizeBytes() < limits.groupBytes()) {
      Queued<?> queued = poll();
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
      return thrown; // there is no memory even for this
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
   * Completes the future of a transaction. That runs what is chained to it, which may throw in ways
   * that a future does not catch, such as an error that cannot be described. The callback is gone
   * then; completing the future once more runs those after it.
   */
  private static void answer(Queued<?> member, @Nullable Throwable failure) {
    for (int i = 0; i < MAX_FAILED_CALLBACKS; i++) {
      try {
        if (failure == null) {
          member.acknowledge();
        } else {
          member.fail(failure);
        }
        return;
      } catch (Throwable t) {
        report("What is chained to the future of a transaction failed.", t);
      }
    }
  }

  private static void report(String what, Throwable thrown) {
    try {
      // Made when there is something to log: the first logger takes longer than to open a database.
      LoggerFactory.getLogger(Committer.class).error("{} {}", what, inWords(thrown));
    } catch (Throwable t) {
      // Out of memory, most likely. The thread must go on; there is no other place to report this.
    }
  }
}
