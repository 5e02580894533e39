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
 * What is to run when the clock reaches an instant. One virtual thread waits for the next of them,
 * and is made when there is something to wait for; the work itself runs where the owner wants it.
 */
public final class Schedule implements AutoCloseable {
  /** A wait is looked at anew after this long, since a clock need not keep pace with the wait. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  private record Entry(Instant due, long order, String what, Runnable work)
      implements Comparable<Entry> {

    // Written out: Comparator.comparing costs a start 10 ms.
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
   * @param runner runs work, told what it is, on another thread than its caller's
   */
  public Schedule(MovableClock clock, BiConsumer<String, Runnable> runner) {
    this.clock = clock;
    this.runner = runner;
    clock.onMove(moved);
  }

  /** Has work run once the clock has reached an instant; at once if it has. */
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

  /** Waits until nothing is due or running, what comes of that included. */
  public void settle() {
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

  /** The next entry once it is due, null in the end. */
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
      // Only closing interrupts.
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next entry's time or for a change; the caller looks again, whichever it was. */
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

  /** Forgets what is not running yet. */
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
