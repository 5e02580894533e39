package dev.gramme.storage.rocksdb;

import dev.gramme.storage.tree.PendingWrites;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Brings the rows of a transaction into memory before the {@link Committer} runs it. It runs the
 * function of the transaction without effect: what the function reads from the disk is in RocksDB's
 * block cache afterwards, and what it writes is discarded. The disk reads of different transactions
 * run in parallel on the threads of this class, and none of them delays the committer.
 */
final class Prefetcher implements AutoCloseable {
  private static final long IDLE_SECONDS = 10;

  /**
   * For each thread, the maximum number of transactions whose rows are in memory and which the
   * committer has not run yet. Without this limit the rows of later transactions could displace
   * those of earlier ones from the block cache.
   */
  private static final int PREFETCHED_PER_THREAD = 2;

  private final RocksReads reads;
  private final ThreadPoolExecutor threads;
  private final Semaphore room;
  private final LongAdder prefetches = new LongAdder();

  /**
   * @param readThreads the maximum number of parallel disk reads; the queue of waiting transactions
   *     is bounded by the committer
   */
  Prefetcher(RocksReads reads, int readThreads) {
    this(
        reads,
        new ThreadPoolExecutor(
            readThreads,
            readThreads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().name("gramme-prefetch-", 0).daemon().factory()));
  }

  /**
   * @param threads as many as there may be parallel disk reads
   */
  Prefetcher(RocksReads reads, ThreadPoolExecutor threads) {
    this.reads = reads;
    this.room = new Semaphore(PREFETCHED_PER_THREAD * threads.getMaximumPoolSize());
    this.threads = threads;
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * A prefetch, of which either a thread of the pool or the caller reports the end. Both could: if
   * all threads have ended because they were idle, {@link ThreadPoolExecutor#execute} queues the
   * prefetch, throws because it cannot start a new thread, and leaves the prefetch in the queue. A
   * transaction whose prefetch ended twice would run twice.
   */
  private final class Prefetch implements Runnable {
    private final PendingTransaction<?> pending;
    private final Consumer<PendingTransaction<?>> done;
    private final AtomicBoolean begun = new AtomicBoolean();

    Prefetch(PendingTransaction<?> pending, Consumer<PendingTransaction<?>> done) {
      this.pending = pending;
      this.done = done;
    }

    /** Whether the calling thread is the first one, and reports the end. */
    boolean begin() {
      return begun.compareAndSet(false, true);
    }

    @Override
    public void run() {
      if (!begin()) {
        return;
      }
      try {
        room.acquireUninterruptibly();
        pending.isPrefetched = true;
        rehearse(pending);
      } finally {
        done.accept(pending);
      }
    }
  }

  /**
   * Reads the rows of a transaction.
   *
   * @param done called once afterwards, whatever happened
   */
  void prefetch(PendingTransaction<?> pending, Consumer<PendingTransaction<?>> done) {
    Prefetch prefetch = null;
    try {
      prefetch = new Prefetch(pending, done);
      threads.execute(prefetch);
    } catch (Throwable noThread) {
      if (prefetch == null || prefetch.begin()) {
        done.accept(pending); // the committer reads the disk if the rows are still not in memory
      }
    }
  }

  /** Makes room for the rows of another transaction, because the committer runs this one. */
  void taken(PendingTransaction<?> pending) {
    if (pending.isPrefetched) {
      pending.isPrefetched = false;
      room.release();
    }
  }

  private void rehearse(PendingTransaction<?> pending) {
    prefetches.increment();
    var transaction =
        new RocksTransaction(
            reads, RocksReads.Source.DISK, PendingWrites.NONE, new Group(0, new RecentReads()));
    pending.rehearse(transaction);
    transaction.end();
  }

  /** Adds the current metrics. */
  void addMetrics(Map<String, Double> metrics) {
    metrics.put("prefetches_total", (double) prefetches.sum());
    metrics.put("prefetches_running", (double) threads.getActiveCount());
  }

  /** Ends the threads. Call it only when no transaction is left. */
  @Override
  public void close() {
    threads.close();
  }
}
