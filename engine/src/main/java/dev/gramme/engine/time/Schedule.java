package dev.gramme.engine.time;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs work when the clock reaches an instant. One virtual thread waits for the next entry; it is
 * started with the first entry. The runner decides where the work executes.
 */
public final class Schedule implements AutoCloseable {
  /**
   * The thread checks the clock at least this often, because the clock may run at a different speed
   * than the wait.
   */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  private record Entry(Instant due, long order, String what, Runnable work)
      implements Comparable<Entry> {

    // Not Comparator.comparing: that adds 10 ms to the start of the server.
    @Override
    public int compareTo(Entry other) {
      int byTime = due.compareTo(other.due);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final MovableClock clock;
  private final BiConsumer<String, Runnable> runner;
  private final Runnable moved = this::wake;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final PriorityQueue<Entry> entries = new PriorityQueue<>();
  private long count;
  private int running;
  private @Nullable Thread waiter;
  private boolean closed;

  /**
   * @param runner receives a description of the work and the work, and runs it on another thread
   *     than the caller's
   */
  public Schedule(MovableClock clock, BiConsumer<String, Runnable> runner) {
    this.clock = clock;
    this.runner = runner;
    clock.onMove(moved);
  }

  /** Runs work once the clock has reached an instant; immediately if it already has. */
  public void at(Instant due, String what, Runnable work) {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      entries.add(new Entry(due, count++, what, work));
      if (waiter == null) {
        waiter = Thread.ofVirtual().name("gramme-schedule").start(this::waitAndRun);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until no work is due or running, including work that was scheduled by that work. */
  public void awaitIdle() {
    lock.lock();
    try {
      while (!closed && (running > 0 || isDue())) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  private void wake() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private boolean isDue() {
    Entry next = entries.peek();
    return next != null && !next.due.isAfter(clock.instant());
  }

  private void waitAndRun() {
    for (Entry entry = take(); entry != null; entry = take()) {
      var work = entry.work;
      runner.accept(
          entry.what,
          () -> {
            try {
              work.run();
            } finally {
              finished();
            }
          });
    }
  }

  /** The next entry once it is due; null after close. */
  private @Nullable Entry take() {
    lock.lock();
    try {
      while (!closed) {
        if (isDue()) {
          running++;
          return entries.remove();
        }
        awaitNext();
      }
      return null;
    } catch (InterruptedException e) {
      // Only close interrupts.
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next entry's time or for a change; the caller must check again after either. */
  @SuppressWarnings("WaitNotInLoop")
  private void awaitNext() throws InterruptedException {
    Entry next = entries.peek();
    Duration wait =
        next == null ? LONGEST_WAIT : Duration.between(clock.instant(), next.due).plusMillis(1);
    if (wait.compareTo(LONGEST_WAIT) > 0) {
      wait = LONGEST_WAIT;
    }
    var _ = changed.await(wait.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void finished() {
    lock.lock();
    try {
      running--;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Discards the entries that are not running yet. */
  @Override
  public void close() {
    clock.forget(moved);
    lock.lock();
    try {
      closed = true;
      entries.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
