package dev.gramme.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Polls until a condition of a test holds. This is the only place where tests poll for something
 * that they cannot wait for directly. A failure reports the awaited condition and the last value.
 */
public final class Eventually {
  /** The default time limit. */
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final long SHORTEST_PAUSE_NANOS = 100_000;
  private static final long LONGEST_PAUSE_NANOS = 50_000_000;

  /**
   * A wait takes at most this much longer than necessary, because the processor time of polls would
   * delay other tests.
   */
  private static final double LONGEST_PAUSE_PART = 0.1;

  private Eventually() {}

  /** The value that is polled. */
  @FunctionalInterface
  public interface Question<T, X extends Exception> {
    T ask() throws X;
  }

  /**
   * Polls until a condition holds.
   *
   * @param what describes the condition in the failure
   * @throws AssertionError if it does not hold within {@link #PATIENCE}
   */
  public static void holds(String what, BooleanSupplier condition) {
    holds(what, PATIENCE, condition);
  }

  /** Polls until a condition holds, with a time limit. */
  public static void holds(String what, Duration patience, BooleanSupplier condition) {
    boolean _ = get(what, patience, condition::getAsBoolean, held -> held);
  }

  /**
   * Polls until a value fulfils a condition.
   *
   * @param what describes the awaited state in the failure
   * @return the first value that fulfils the condition
   * @throws AssertionError if there is none within {@link #PATIENCE}; it reports the last value
   */
  public static <T, X extends Exception> T get(
      String what, Question<T, X> value, Predicate<? super T> awaited) throws X {
    return get(what, PATIENCE, value, awaited);
  }

  /** Polls until a value fulfils a condition, with a time limit. */
  public static <T, X extends Exception> T get(
      String what, Duration patience, Question<T, X> value, Predicate<? super T> awaited) throws X {
    long begun = System.nanoTime();
    while (true) {
      T seen = value.ask();
      if (awaited.test(seen)) {
        return seen;
      }
      long waited = System.nanoTime() - begun;
      if (waited > patience.toNanos()) {
        throw new AssertionError("not within " + patience + ": " + what + "; last seen: " + seen);
      }
      pause(waited);
    }
  }

  /**
   * Polls until an assertion passes.
   *
   * @throws AssertionError the assertion's own error, if it does not pass within {@link #PATIENCE}
   */
  public static void passes(Runnable assertion) {
    passes(PATIENCE, assertion);
  }

  /** Polls until an assertion passes, with a time limit. */
  public static void passes(Duration patience, Runnable assertion) {
    long begun = System.nanoTime();
    while (true) {
      try {
        assertion.run();
        return;
      } catch (AssertionError notYet) {
        if (System.nanoTime() - begun > patience.toNanos()) {
          throw notYet;
        }
      }
      pause(System.nanoTime() - begun);
    }
  }

  private static void pause(long waitedNanos) {
    long pause = (long) (LONGEST_PAUSE_PART * waitedNanos);
    LockSupport.parkNanos(Math.clamp(pause, SHORTEST_PAUSE_NANOS, LONGEST_PAUSE_NANOS));
    if (Thread.currentThread().isInterrupted()) {
      // The test's own time limit interrupted the thread.
      throw new AssertionError("interrupted while polling");
    }
  }
}
