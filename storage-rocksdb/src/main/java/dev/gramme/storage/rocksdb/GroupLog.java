package dev.gramme.storage.rocksdb;

import dev.gramme.storage.StorageException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Writes groups, one at a time, and completes the futures of their transactions. A group is written
 * either on the thread of this class, so that the {@link Committer} can run the next bodies
 * meanwhile, or directly on the committer's thread if nothing else is waiting.
 */
final class GroupLog implements Runnable {
  private static final int SPINS = 200;

  /** At most this many callbacks of one future may fail; then the remaining ones are given up. */
  private static final int MAX_FAILED_CALLBACKS = 1000;

  private final Committer.Log log;
  private final Runnable finished;
  private final AtomicInteger waiting;
  private final Thread thread;
  private final LongAdder groups = new LongAdder();
  private final LongAdder writeNanos = new LongAdder();

  private volatile @Nullable Group task;
  private volatile boolean parked;
  private volatile boolean closing;
  private volatile @Nullable Throwable failure;

  /**
   * @param finished called when a group that was begun is done
   * @param waiting the number of transactions without an answer, which decreases by each answer
   */
  GroupLog(Committer.Log log, Runnable finished, AtomicInteger waiting) {
    this.log = log;
    this.finished = finished;
    this.waiting = waiting;
    this.thread = Thread.ofPlatform().name("gramme-log").daemon().unstarted(this);
  }

  void start() {
    thread.start();
  }

  /** Whether a group that was begun is not done. */
  boolean isBusy() {
    return task != null;
  }

  /** Writes a group on the thread of the log. Call it only if the log is not busy. */
  void begin(Group group) {
    task = group;
    if (parked) {
      LockSupport.unpark(thread);
    }
  }

  /** Writes a group on the calling thread. Call it only if the log is not busy. */
  void write(Group group) {
    Throwable failed = null;
    try {
      if (!group.isEmpty()) {
        long start = System.nanoTime();
        log.write(group);
        writeNanos.add(System.nanoTime() - start);
        groups.increment();
      }
    } catch (Throwable t) {
      failed = failed(t);
      failure = failed;
    }
    answer(group, failed, waiting);
    clear(group);
  }

  /**
   * The failure of the last group, once. The transactions of the next group may have seen its
   * writes and must fail, too.
   */
  @Nullable Throwable takeFailure() {
    Throwable last = failure;
    failure = null;
    return last;
  }

  @Override
  public void run() {
    while (true) {
      Group next = task;
      if (next != null) {
        try {
          write(next);
        } catch (Throwable t) {
          report("A step of the log failed; it continues with the next one.", t);
        }
        task = null;
        finished.run();
      } else if (closing) {
        return;
      } else {
        await();
      }
    }
  }

  private void await() {
    for (int i = 0; i < SPINS; i++) {
      if (task != null || closing) {
        return;
      }
      Thread.onSpinWait();
    }
    parked = true;
    while (task == null && !closing) {
      LockSupport.park(this);
    }
    parked = false;
  }

  /** Ends the thread. Call it only after the committer has ended. */
  void close() {
    closing = true;
    LockSupport.unpark(thread);
  }

  /** Adds the current metrics. */
  void addMetrics(Map<String, Double> metrics) {
    metrics.put("groups_total", (double) groups.sum());
    metrics.put("group_write_seconds_total", writeNanos.sum() / 1e9);
  }

  /** The failure of the transactions of a group. */
  static Throwable failed(Throwable thrown) {
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

  private void clear(Group group) {
    try {
      group.clear();
    } catch (Throwable t) {
      report("The memory of a group could not be released.", t);
    }
  }

  /** Completes the futures of a group: with their results, or with a failure of the write. */
  static void answer(Group group, @Nullable Throwable failure, AtomicInteger waiting) {
    waiting.addAndGet(-group.members().size());
    for (PendingTransaction<?> member : group.members()) {
      answer(member, failure);
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

  static void report(String what, Throwable thrown) {
    try {
      // Created only when there is something to log: the first logger takes longer than opening a
      // database.
      LoggerFactory.getLogger(GroupLog.class).error("{} {}", what, inWords(thrown));
    } catch (Throwable t) {
      // Most likely out of memory. The thread must continue, and there is no other place to report
      // this.
    }
  }
}
