package dev.gramme.storage.rocksdb;

import dev.gramme.storage.OverloadedException;
import dev.gramme.storage.tree.PendingWrites;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The only thread on which the functions of transactions have an effect. It takes the waiting
 * transactions and runs their functions sequentially, each on top of the writes of those before it.
 * A group of them is written with one write (and one flush to the medium, if so configured); then
 * the futures of the group are completed. While the {@link GroupLog} writes one group, this thread
 * already runs the functions of the next one, and the group size follows the load. A group ends at
 * a number of transactions, at a size of its writes or of what its transactions have read, and, if
 * the log is idle, after {@link #GROUP_TIME}.
 *
 * <p>Functions do not wait for a slow disk here. They read only memory, unless {@link DiskLatency}
 * has measured that the disk is fast. A function that needs a slow disk is undone, and the {@link
 * Prefetcher} brings its rows into memory; then the function runs again. So one slow read delays
 * only its own transaction.
 *
 * <p>Since one thread runs all functions, they are serializable without locks or versions, and none
 * is ever retried because of a conflict. A function that throws loses only its own writes. Its
 * exception is also reported only after the group was written, because the function may have seen
 * writes of the group. If the write of a group fails, the next group fails as well, because its
 * functions have seen the writes of the failed one.
 *
 * <p>The queue is a stack: callers push onto it, and the committer takes it as a whole and reverses
 * it, with one atomic operation each. Its length is bounded; further transactions are refused
 * immediately and not blocked, because the caller may be a thread that serves thousands of
 * connections.
 *
 * <p>Only {@link #close} ends this thread. An exception, including an {@link Error}, fails its
 * transaction; a failed write fails its group and the next one.
 */
final class Committer implements Runnable {
  /**
   * How often the committer polls an empty queue before it blocks: about ten microseconds, in which
   * a thread whose transaction was acknowledged submits the next one.
   */
  private static final int SPINS = 200;

  /**
   * The maximum number of prefetches of a transaction. If the block cache is far too small, it can
   * evict the rows before the transaction runs. After this number of prefetches, the transaction
   * reads from the disk on the committer's thread and delays the others.
   */
  private static final int MAX_PREFETCHES = 8;

  /** A group whose transactions have read this much gets no further ones. */
  static final long GROUP_READ_BYTES = 16 << 20;

  /**
   * While the log is idle, a group whose transactions have run for so long gets no further ones.
   * Otherwise the first transaction of a group would wait for hundreds of slow ones.
   */
  static final Duration GROUP_TIME = Duration.ofMillis(5);

  /** Writes a group atomically. */
  @FunctionalInterface
  interface Log {
    void write(Group group);
  }

  private final RocksStoreOptions limits;
  private final RocksReads reads;
  private final Prefetcher prefetcher;
  private final GroupLog log;
  private final LongSupplier nanoTime;
  private final Thread thread;
  private final AtomicReference<@Nullable PendingTransaction<?>> newest = new AtomicReference<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final PendingTransaction<?> closedMark =
      new PendingTransaction<@Nullable Void>(t -> null);

  /** A stack of the transactions whose rows have been prefetched. */
  private final AtomicReference<@Nullable PendingTransaction<?>> prefetched =
      new AtomicReference<>();

  private volatile boolean parked;

  private final LongAdder transactions = new LongAdder();
  private final LongAdder diskReads = new LongAdder();

  // The following fields belong to the committer's thread.
  private @Nullable PendingTransaction<?> oldest;
  private @Nullable PendingTransaction<?> latest;
  private final RecentReads recentReads = new RecentReads();
  private int prefetching;

  /** A field, because to create it could fail for lack of memory. */
  private final Consumer<PendingTransaction<?>> runAgain = this::runAgain;

  private long groupBegun;
  private Group group;
  private Group spare;

  /** The writes of the group that the log writes, or has written last. */
  private PendingWrites earlier = PendingWrites.NONE;

  Committer(RocksStoreOptions limits, RocksReads reads, Log log) {
    this(limits, reads, log, System::nanoTime);
  }

  /**
   * @param nanoTime a clock in nanoseconds, from any beginning
   */
  Committer(RocksStoreOptions limits, RocksReads reads, Log log, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.limits = limits;
    this.reads = reads;
    this.prefetcher = new Prefetcher(reads, limits.readThreads());
    int members = Math.min(limits.groupTransactions(), limits.queuedTransactions());
    this.group = new Group(members, recentReads);
    this.spare = new Group(members, recentReads);
    this.log = new GroupLog(log, this::wake, waiting);
    this.thread = Thread.ofPlatform().name("gramme-committer").daemon().unstarted(this);
  }

  void start() {
    log.start();
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
        waiting.decrementAndGet();
        queued.fail(NativeLease.closed());
        return;
      }
      queued.neighbour = head;
    } while (!newest.compareAndSet(head, queued));
    wake();
  }

  private void wake() {
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
    log.close();
    prefetcher.close();
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
    while (true) {
      try {
        last = take() || last;
        if (group.members().isEmpty() && !log.isBusy()) {
          endEarlierGroup();
        }
        if (oldest != null) {
          runFunctions();
        }
        if (!group.members().isEmpty() && !log.isBusy()) {
          commit();
        } else if (oldest == null || isFull()) {
          if (last && oldest == null && prefetching == 0 && !log.isBusy()) {
            return;
          }
          await();
        }
      } catch (Throwable t) {
        // The futures of a group are completed in any case. If this thread ended, all later ones
        // would stay open forever.
        GroupLog.report("A step of the committer failed; it continues with the next one.", t);
      }
    }
  }

  /**
   * Moves newly queued transactions behind the backlog, oldest first, and those whose rows have
   * been prefetched before it. Returns true after the last ones.
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
    takePrefetched();
    return last;
  }

  private void takePrefetched() {
    PendingTransaction<?> ready = prefetched.get() == null ? null : prefetched.getAndSet(null);
    while (ready != null) {
      PendingTransaction<?> next = ready.neighbour;
      prefetching--;
      ready.neighbour = oldest;
      oldest = ready;
      if (latest == null) {
        latest = ready;
      }
      ready = next;
    }
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
      if (isWorkReady()) {
        return;
      }
      Thread.onSpinWait();
    }
    parked = true;
    while (!isWorkReady()) {
      LockSupport.park(this);
    }
    parked = false;
  }

  private boolean isWorkReady() {
    if (!group.members().isEmpty() || oldest != null) {
      return !log.isBusy() || (!isFull() && hasArrived());
    }
    return hasArrived() || (newest.get() == closedMark && prefetching == 0 && !log.isBusy());
  }

  private boolean hasArrived() {
    PendingTransaction<?> head = newest.get();
    return (head != null && (head != closedMark || closedMark.neighbour != null))
        || prefetched.get() != null;
  }

  /** Whether a group is being written. */
  boolean isWriting() {
    return log.isBusy();
  }

  /** Adds the current metrics. */
  void addMetrics(Map<String, Double> metrics) {
    metrics.put("transactions_waiting", (double) waiting.get());
    metrics.put("transactions_total", (double) transactions.sum());
    metrics.put("commit_disk_reads_total", (double) diskReads.sum());
    metrics.put("disk_read_seconds", reads.latency().seconds());
    metrics.put("disk_is_slow", reads.latency().isSlow() ? 1.0 : 0.0);
    log.addMetrics(metrics);
    prefetcher.addMetrics(metrics);
  }

  private boolean isFull() {
    return group.members().size() >= limits.groupTransactions()
        || group.sizeBytes() >= limits.groupBytes()
        || group.readBytes() >= GROUP_READ_BYTES;
  }

  /** Whether the group has run for long enough, and the log could write it now. */
  private boolean isDue() {
    return !group.members().isEmpty()
        && !log.isBusy()
        && nanoTime.getAsLong() - groupBegun >= GROUP_TIME.toNanos();
  }

  private void runFunctions() {
    if (group.members().isEmpty()) {
      groupBegun = nanoTime.getAsLong();
    }
    while (!isFull() && !isDue()) {
      PendingTransaction<?> pending = poll();
      if (pending == null) {
        return;
      }
      group.members().add(pending);
      try {
        run(pending);
      } catch (Throwable t) {
        // The state of the group is unknown, so none of its transactions can be written.
        GroupLog.answer(group, GroupLog.failed(t), waiting);
        discard();
      }
    }
  }

  private void run(PendingTransaction<?> pending) {
    prefetcher.taken(pending);
    Group.Savepoint savepoint = group.savepoint();
    boolean hopeless = pending.prefetches >= MAX_PREFETCHES;
    var source = hopeless ? RocksReads.Source.DISK : reads.withoutWaiting();
    var transaction = new RocksTransaction(reads, source, earlier, group);
    if (hopeless) {
      diskReads.increment();
    }
    boolean completed = pending.run(transaction);
    transaction.end();
    if (!completed || transaction.isUndone()) {
      group.rollBack(savepoint);
    }
    if (transaction.isUndone()) {
      group.members().removeLast();
      prefetch(pending);
    }
  }

  /** Allocates nothing outside of the prefetcher, so that no transaction is lost. */
  private void prefetch(PendingTransaction<?> pending) {
    pending.prefetches++;
    prefetching++;
    prefetcher.prefetch(pending, runAgain);
  }

  /** Queues a transaction again. Allocates nothing, so that it cannot fail. */
  private void runAgain(PendingTransaction<?> pending) {
    PendingTransaction<?> head;
    do {
      head = prefetched.get();
      pending.neighbour = head;
    } while (!prefetched.compareAndSet(head, pending));
    wake();
  }

  /** Writes the group, after the group before it has been written. */
  private void commit() {
    Throwable failure = log.takeFailure();
    if (failure != null) {
      earlier = PendingWrites.NONE;
      GroupLog.answer(group, failure, waiting);
      discard();
      return;
    }
    transactions.add(group.members().size());
    Group sealed = group;
    group = spare;
    spare = sealed;
    if (oldest == null && !hasArrived()) {
      log.write(sealed);
      endEarlierGroup();
    } else {
      earlier = sealed.pending();
      log.begin(sealed);
    }
  }

  /** Discards the group: its transactions have read writes of a group that could not be written. */
  private void discard() {
    recentReads.forgetAll();
    group.clear();
  }

  /** Forgets the writes of the last group, which are now in the database or have failed. */
  private void endEarlierGroup() {
    if (log.takeFailure() != null) {
      recentReads.forgetAll();
    }
    earlier = PendingWrites.NONE;
  }
}
