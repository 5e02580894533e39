package dev.gramme.engine.catalog;

import dev.gramme.engine.time.MovableClock;
import dev.gramme.engine.time.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.Phaser;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When tables and indexes move from one state to the next, and what runs the work behind a move.
 * The service takes seconds to minutes for every move; here, unless another pace is asked for, a
 * table is active as soon as it is created and gone as soon as it is deleted, and an index is
 * active when its backfill is done.
 */
public final class Lifecycle implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

  private final MovableClock clock;
  private final Executor executor;
  private final Pace pace;
  private final Schedule schedule;
  private final Phaser running = new Phaser(1);
  private volatile boolean closed;

  /**
   * A lifecycle whose moves are immediate.
   *
   * @param clock the time by which scheduled work goes
   * @param executor runs the work behind the moves; its tasks block, so it has threads to spare,
   *     such as virtual ones
   */
  public Lifecycle(MovableClock clock, Executor executor) {
    this(clock, executor, Pace.IMMEDIATE);
  }

  /** A lifecycle whose moves take their time. */
  public Lifecycle(MovableClock clock, Executor executor, Pace pace) {
    this.clock = clock;
    this.executor = executor;
    this.pace = pace;
    this.schedule = new Schedule(clock, this::start);
  }

  /** The time by which it goes. */
  public MovableClock clock() {
    return clock;
  }

  /** How fast tables change. */
  public Pace pace() {
    return pace;
  }

  /**
   * Whether work is to end at its next opportunity; it is resumed when the store is next opened.
   */
  public boolean isClosed() {
    return closed;
  }

  /** Has work run in the background once the clock has reached an instant, if it is open then. */
  public void schedule(Instant due, String what, Runnable work) {
    schedule.at(due, what, work);
  }

  /** Moves the clock ahead and returns when all that was due by then is done. */
  public void advance(Duration by) {
    clock.advance(by);
    schedule.settle();
  }

  /** Runs work in the background, which looks at {@link #isClosed} itself; logs what it throws. */
  public void start(String what, Runnable work) {
    if (closed) {
      return;
    }
    running.register();
    executor.execute(() -> {
      try {
        work.run();
      } catch (RuntimeException e) {
        LOG.error(
            "background work failed, and goes on at its next turn or at the next start: {}",
            what,
            e);
      } finally {
        running.arriveAndDeregister();
      }
    });
  }

  /** Ends running work at its next opportunity and waits for that. */
  @Override
  public void close() {
    closed = true;
    schedule.close();
    running.arriveAndAwaitAdvance();
  }
}
