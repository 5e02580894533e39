package dev.gramme.engine.catalog;

import dev.gramme.engine.time.MovableClock;
import dev.gramme.engine.time.Schedule;
import dev.gramme.storage.BackOff;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Phaser;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Schedules the state changes of tables and indexes, and runs the background work behind them. The
 * service takes seconds to minutes for every state change. By default a table is active as soon as
 * it is created and gone as soon as it is deleted, and an index is active when its backfill is
 * complete.
 *
 * <p>All background work of the engine runs here, as {@link BackgroundJob}s. A job that throws is
 * retried until it returns or the engine is closed; the pause doubles with each consecutive
 * failure, from {@link #FIRST_PAUSE} to {@link #LONGEST_PAUSE}. Work must therefore be repeatable:
 * its progress is in the store, and a new run starts from there.
 */
public final class Lifecycle implements AutoCloseable {
  /** The pause after a job's first failure. */
  public static final Duration FIRST_PAUSE = Duration.ofMillis(100);

  /** The longest pause between two attempts of a job. */
  public static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  /**
   * How long the response to a change of a table waits at most for the first step of the work that
   * follows. This is longer than a busy machine needs, so a change of a small table is complete
   * when the client receives the response.
   */
  public static final Duration FIRST_STEP_WAIT = Duration.ofSeconds(10);

  /** Starts a job, in the background or on the caller's thread. */
  interface Starter {
    BackgroundJob start(String kind, String subject, Consumer<BackgroundJob> work);
  }

  private static final BackOff BACK_OFF = new BackOff(FIRST_PAUSE, LONGEST_PAUSE);
  private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

  private final MovableClock clock;
  private final Executor executor;
  private final ControlPlaneProfile pace;
  private final Duration firstStepWait;
  private final Schedule schedule;
  private final Set<BackgroundJob> jobs = ConcurrentHashMap.newKeySet();
  private final Phaser running = new Phaser(1);
  private volatile boolean closed;

  /**
   * A lifecycle with immediate state changes.
   *
   * @param clock the clock of scheduled work
   * @param executor runs the background work; its tasks block, so it needs as many threads as there
   *     are tasks
   */
  public Lifecycle(MovableClock clock, Executor executor) {
    this(clock, executor, ControlPlaneProfile.IMMEDIATE);
  }

  /** A lifecycle with configured delays. */
  public Lifecycle(MovableClock clock, Executor executor, ControlPlaneProfile pace) {
    this(clock, executor, pace, Duration.ZERO);
  }

  /**
   * A lifecycle whose changes wait for the work that follows.
   *
   * @param firstStepWait how long a change of a table waits at most, in real time, for the first
   *     step of the work that it starts; ignored if state changes have delays
   */
  public Lifecycle(
      MovableClock clock, Executor executor, ControlPlaneProfile pace, Duration firstStepWait) {
    this.clock = clock;
    this.executor = executor;
    this.pace = pace;
    this.firstStepWait = pace.delays().equals(StateDelays.NONE) ? firstStepWait : Duration.ZERO;
    this.schedule = new Schedule(clock, (what, work) -> execute(work));
  }

  /** The clock of scheduled work. */
  public MovableClock clock() {
    return clock;
  }

  /** The timing of changes of tables. */
  public ControlPlaneProfile pace() {
    return pace;
  }

  /**
   * Whether running work must stop at its next opportunity; it resumes when the store is opened
   * again.
   */
  public boolean isClosed() {
    return closed;
  }

  /** The jobs that run or wait for their next attempt, the oldest first. */
  public List<BackgroundJob.Status> jobs() {
    return jobs.stream()
        .map(BackgroundJob::status)
        .sorted(
            Comparator.comparing(BackgroundJob.Status::since)
                .thenComparing(BackgroundJob.Status::kind)
                .thenComparing(BackgroundJob.Status::subject))
        .toList();
  }

  /**
   * Moves the clock forward. Returns when all work that was due by then is done. Waits for running
   * work before, too: it may have read its data before the caller's last write, and would plan its
   * next step from the new time.
   */
  public void advance(Duration by) {
    schedule.awaitIdle();
    clock.advance(by);
    schedule.awaitIdle();
  }

  /**
   * Moves the clock forward to an offset, unless it is further ahead already. Waits for work as
   * {@link #advance} does.
   */
  void advanceTo(Duration offset) {
    schedule.awaitIdle();
    clock.advanceTo(offset);
    schedule.awaitIdle();
  }

  /**
   * Runs work in the background until it returns without an exception. Long work must check {@link
   * #isClosed} itself.
   *
   * @param kind what is done: a constant, since metrics are grouped by it
   * @param subject the object of the work, such as a table's name
   */
  public BackgroundJob start(String kind, String subject, Runnable work) {
    return start(kind, subject, job -> work.run());
  }

  /**
   * Runs work of many steps in the background; the work reports its progress to the job it
   * receives.
   */
  public BackgroundJob start(String kind, String subject, Consumer<BackgroundJob> work) {
    var job = new BackgroundJob(kind, subject, clock.instant());
    jobs.add(job);
    try {
      if (!execute(() -> attempt(job, work))) {
        forget(job);
      }
    } catch (Throwable noThread) {
      retryLater(job, work, noThread);
    }
    return job;
  }

  /**
   * Runs work in the background that has become due now. Unlike {@link #start}, it is scheduled
   * work: {@link #advance} waits for it.
   */
  BackgroundJob startDue(String kind, String subject, Consumer<BackgroundJob> work) {
    var job = new BackgroundJob(kind, subject, clock.instant());
    jobs.add(job);
    schedule.after(Duration.ZERO, kind, () -> attempt(job, work));
    return job;
  }

  /** Makes the first attempt on the caller's thread; retries run in the background. */
  BackgroundJob run(String kind, String subject, Consumer<BackgroundJob> work) {
    var job = new BackgroundJob(kind, subject, clock.instant());
    jobs.add(job);
    attempt(job, work);
    return job;
  }

  /**
   * Starts a job once the clock has reached an instant, unless the engine has been closed by then.
   */
  public void schedule(Instant due, String kind, String subject, Runnable work) {
    schedule.at(due, kind, () -> attempt(kind, subject, work));
  }

  /**
   * Starts a job after a duration, unless the engine has been closed by then. A clock that is set
   * back does not delay the job.
   */
  public void schedule(Duration wait, String kind, String subject, Runnable work) {
    schedule.after(wait, kind, () -> attempt(kind, subject, work));
  }

  private void attempt(String kind, String subject, Runnable work) {
    var job = new BackgroundJob(kind, subject, clock.instant());
    jobs.add(job);
    attempt(job, run -> work.run());
  }

  /** Repeats a job: each run starts an interval after the previous run has succeeded. */
  public void repeat(Duration interval, String kind, Runnable work) {
    schedule(
        interval,
        kind,
        "",
        () -> {
          work.run();
          repeat(interval, kind, work);
        });
  }

  /** Completes when each of the jobs has made its first step, or after the configured wait. */
  CompletableFuture<Void> firstSteps(Collection<BackgroundJob> begun) {
    if (begun.isEmpty() || firstStepWait.isZero()) {
      return CompletableFuture.completedFuture(null);
    }
    var steps = begun.stream().map(BackgroundJob::firstStep).toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(steps)
        .completeOnTimeout(null, firstStepWait.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Runs a task on the executor; returns false if the engine is closed or the executor rejects it.
   * Throws what the executor throws, such as the error that no thread can be created.
   */
  private boolean execute(Runnable task) {
    running.register();
    var isRegistered = new AtomicBoolean(true);
    Runnable deregister =
        () -> {
          if (isRegistered.getAndSet(false)) {
            running.arriveAndDeregister();
          }
        };
    // Register before the check: a close that does not wait for this task has set the flag already.
    if (closed) {
      deregister.run();
      return false;
    }
    try {
      executor.execute(() -> {
        try {
          if (!closed) {
            task.run();
          }
        } finally {
          deregister.run();
        }
      });
      return true;
    } catch (RejectedExecutionException e) {
      deregister.run();
      LOG.warn("background work waits until the database is opened again: {}", e.toString());
      return false;
    } catch (Throwable noThread) {
      deregister.run();
      throw noThread;
    }
  }

  private void attempt(BackgroundJob job, Consumer<BackgroundJob> work) {
    job.begin();
    try {
      work.accept(job);
    } catch (Throwable failure) {
      retryLater(job, work, failure);
      return;
    }
    forget(job);
  }

  private void retryLater(BackgroundJob job, Consumer<BackgroundJob> work, Throwable failure) {
    int failures = job.failed(failure);
    if (closed) {
      LOG.info("{} continues when the database is opened again: {}", job, failure.toString());
      forget(job);
      return;
    }
    Duration pause = BACK_OFF.pause(failures);
    if (failures == 1) {
      LOG.warn("{} failed and is tried again in {} ms", job, pause.toMillis(), failure);
    } else {
      LOG.warn(
          "{} failed {} times in a row and is tried again in {} ms: {}",
          job,
          failures,
          pause.toMillis(),
          failure.toString());
    }
    schedule.after(pause, job.status().kind(), () -> attempt(job, work));
    job.waitUntil(clock.instant().plus(pause));
  }

  private void forget(BackgroundJob job) {
    jobs.remove(job);
    job.ended();
  }

  /** Stops running work at its next opportunity and waits for it; no job runs afterwards. */
  @Override
  public void close() {
    closed = true;
    schedule.close();
    running.arriveAndAwaitAdvance();
    jobs.forEach(this::forget);
  }
}
