package dev.gramme.storage.rocksdb;

import dev.gramme.storage.OverloadedException;
import dev.gramme.storage.StorageException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

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
 */
final class Committer implements Runnable {
  /** Some ten microseconds: a thread that was just acknowledged is back by then. */
  private static final int SPINS = 200;

  /** Writes a group, all or nothing. */
  @FunctionalInterface
  interface Log {
    void write(Group group) throws RocksDBException;
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
  private final ArrayDeque<Queued<?>> backlog = new ArrayDeque<>();
  private final List<Queued<?>> members = new ArrayList<>();
  private final Group group = new Group();

  Committer(RocksStoreOptions limits, RocksReads reads, Log log) {
    this.limits = limits;
    this.reads = reads;
    this.log = log;
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
      queued.previous = head;
    } while (!newest.compareAndSet(head, queued));
    if (parked) {
      LockSupport.unpark(thread);
    }
  }

  /** Takes no more transactions, and returns when those that were taken are done. */
  synchronized void close() {
    Queued<?> head = newest.get();
    while (head != closedMark) {
      closedMark.previous = head;
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
    while (true) {
      boolean last = take();
      if (!backlog.isEmpty()) {
        commitGroup();
      } else if (last) {
        return;
      } else {
        await();
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
      queued = closedMark.previous;
      closedMark.previous = null;
    }
    Queued<?> oldest = null;
    while (queued != null) {
      Queued<?> before = queued.previous;
      queued.previous = oldest;
      oldest = queued;
      queued = before;
    }
    while (oldest != null) {
      backlog.add(oldest);
      Queued<?> next = oldest.previous;
      oldest.previous = null;
      oldest = next;
    }
    return last;
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
    } catch (RocksDBException e) {
      failure = new StorageException("The database cannot be written: " + e.getMessage(), e);
    } catch (Throwable t) {
      failure = new StorageException("The database cannot be written: " + t, t);
    }
    group.clear(limits.groupBytes());
    waiting.addAndGet(-members.size());
    for (Queued<?> member : members) {
      if (failure == null) {
        member.acknowledge();
      } else {
        member.fail(failure);
      }
    }
    members.clear();
  }

  private void runBodies() {
    while (members.size() < limits.groupTransactions() && group.sizeBytes() < limits.groupBytes()) {
      Queued<?> queued = backlog.poll();
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
}
