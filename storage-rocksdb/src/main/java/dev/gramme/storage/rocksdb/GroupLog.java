package dev.gramme.storage.rocksdb;

import dev.gramme.storage.StorageException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Writes groups of transactions (group commit), one group at a time, and completes the futures of
 * the transactions. A group is written on the thread of this class, so that the {@link Committer}
 * can meanwhile run the functions of the next transactions. If nothing else is waiting, the
 * committer writes the group on its own thread.
 */
final class GroupLog implements Runnable {
  private static final int SPINS = 200;

  /** After this many failed callbacks of one future, its remaining callbacks are not run. */
  private static final int MAX_FAILED_CALLBACKS = 1000;

  private final Committer.Log log;
  private final Runnable onGroupDone;
  private final AtomicInteger waiting;
  private final Thread thread;
  private final LongAdder groups = new LongAdder();
  private final LongAdder writeNanos = new LongAdder();

  private volatile @Nullable Group current;
  private volatile boolean parked;
  private volatile boolean closing;
  private volatile @Nullable Throwable failure;

  /**
   * @param onGroupDone called after each group passed to {@link #begin} has been written
   * @param waiting the number of unanswered transactions; each answer decrements it
   */
  GroupLog(Committer.Log log, Runnable onGroupDone, AtomicInteger waiting) {
    this.log = log;
    this.onGroupDone = onGroupDone;
    this.waiting = waiting;
    this.thread = Thread.ofPlatform().name("gramme-log").daemon().unstarted(this);
  }

  void start() {
    thread.start();
  }

  /** Whether a group passed to {@link #begin} is still being written. */
  boolean isBusy() {
    return current != null;
  }

  /** Writes a group on the thread of the log. Call it only if the log is not busy. */
  void begin(Group group) {
    current = group;
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
   * Returns and clears the failure of the last group. The transactions of the next group may have
   * seen its writes and must fail, too.
   */
  @Nullable Throwable takeFailure() {
    Throwable last = failure;
    failure = null;
    return last;
  }

  @Override
  public void run() {
    while (true) {
      Group next = current;
      if (next != null) {
        try {
          write(next);
        } catch (Throwable t) {
          report("Writing a group failed unexpectedly; the log thread continues.", t);
        }
        current = null;
        onGroupDone.run();
      } else if (closing) {
        return;
      } else {
        await();
      }
    }
  }

  private void await() {
    for (int i = 0; i < SPINS; i++) {
      if (current != null || closing) {
        return;
      }
      Thread.onSpinWait();
    }
    parked = true;
    while (current == null && !closing) {
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
   * Completes the future of a transaction. This runs the callbacks chained to it. A callback can
   * throw out of {@code complete()}, for example if {@code toString()} of its exception throws. The
   * failed callback is lost; completing the future again runs the remaining ones.
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
