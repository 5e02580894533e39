package dev.gramme.engine.time;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs work when the clock reaches an instant, or after a duration. One thread waits for the next
 * entry; it is started with the first entry. The runner decides where the work executes. If the
 * runner fails, for example because the system refuses a thread, the work is tried again later.
 *
 * <p>If the clock is set back, work that is due at an instant waits until the clock reaches it. A
 * duration does not become longer: it ends when so much time has passed. A clock that is set or
 * moved ahead ends durations early, since that is how tests skip them.
 */
public final class Schedule implements AutoCloseable {
  /** The pause before work is tried again for which there was no thread. */
  static final Duration PAUSE = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(Schedule.class);

  /** Runs work on another thread than the caller's. */
  @FunctionalInterface
  public interface Runner {
    /**
     * Starts the work. If this throws, the work is tried again.
     *
     * @param what a description of the work
     * @return false if the work is refused and is not to be tried again
     */
    boolean run(String what, Runnable work);
  }

  /**
   * The thread checks the clock at least this often, because the clock may run at a different speed
   * than the wait.
   */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  /**
   * @param afterDuration whether the work is due after a duration, and not at an instant
   */
  private record Entry(Instant due, boolean afterDuration, long order, String what, Runnable work)
      implements Comparable<Entry> {

    /** The same entry after the clock was set back. */
    Entry whenSetBack(Duration by) {
      return afterDuration ? new Entry(due.minus(by), true, order, what, work) : this;
    }

    // Not Comparator.comparing: that adds 10 ms to the start of the server.
    @Override
    public int compareTo(Entry other) {
      int byTime = due.compareTo(other.due);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final MovableClock clock;
  private final Runner runner;
  private final LongSupplier nanoTime;
  private final Runnable moved = this::wake;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final PriorityQueue<Entry> entries = new PriorityQueue<>();
  private long count;
  private int running;
  private @Nullable Thread waiter;
  private boolean closed;

  /** The last reading of the clock, and its real time. */
  private Instant read = Instant.MIN;

  private long readNanos;

  public Schedule(MovableClock clock, Runner runner) {
    this(clock, runner, System::nanoTime);
  }

  /**
   * @param nanoTime real time in nanoseconds, from any beginning; never set back
   */
  Schedule(MovableClock clock, Runner runner, LongSupplier nanoTime) {
    this.clock = clock;
    this.runner = runner;
    this.nanoTime = nanoTime;
    clock.onMove(moved);
  }

  /** Runs work once the clock has reached an instant; immediately if it already has. */
  public void at(Instant due, String what, Runnable work) {
    lock.lock();
    try {
      add(due, false, what, work);
    } finally {
      lock.unlock();
    }
  }

  /** Runs work after a duration. */
  public void after(Duration wait, String what, Runnable work) {
    lock.lock();
    try {
      add(now().plus(wait), true, what, work);
    } finally {
      lock.unlock();
    }
  }

  private void add(Instant due, boolean afterDuration, String what, Runnable work) {
    if (closed) {
      return;
    }
    entries.add(new Entry(due, afterDuration, count++, what, work));
    if (waiter == null) {
      waiter = Thread.ofPlatform().daemon().name("gramme-schedule").start(this::waitAndRun);
    }
    changed.signalAll();
  }

  /**
   * Reads the clock. If it was set back since the last reading, entries that wait for a duration
   * become due as much earlier, less the time that has really passed.
   */
  private Instant now() {
    Instant now = clock.instant();
    long nanos = nanoTime.getAsLong();
    if (now.isBefore(read)) {
      Duration by = Duration.between(now, read).plusNanos(nanos - readNanos);
      List<Entry> earlier = entries.stream().map(entry -> entry.whenSetBack(by)).toList();
      entries.clear();
      entries.addAll(earlier);
    }
    read = now;
    readNanos = nanos;
    return now;
  }

  /** Waits until no work is due or running, including work that was scheduled by that work. */
  public void awaitIdle() {
    lock.lock();
    try {
      // The clock may have been set ahead without a notice, and then the waiting thread sleeps.
      changed.signalAll();
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
    Instant now = now();
    Entry next = entries.peek();
    return next != null && !next.due.isAfter(now);
  }

  private void waitAndRun() {
    for (Entry entry = take(); entry != null; entry = take()) {
      run(entry);
    }
  }

  private void run(Entry entry) {
    var isRunning = new AtomicBoolean(true);
    Runnable end =
        () -> {
          if (isRunning.getAndSet(false)) {
            finished();
          }
        };
    try {
      boolean started =
          runner.run(
              entry.what,
              () -> {
                try {
                  entry.work.run();
                } finally {
                  end.run();
                }
              });
      if (!started) {
        end.run();
      }
    } catch (Throwable failure) {
      LOG.warn(
          "{} could not be started and is tried again in {} ms",
          entry.what,
          PAUSE.toMillis(),
          failure);
      after(PAUSE, entry.what, entry.work);
      end.run();
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
    Instant now = now();
    Entry next = entries.peek();
    Duration wait = next == null ? LONGEST_WAIT : Duration.between(now, next.due).plusMillis(1);
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
