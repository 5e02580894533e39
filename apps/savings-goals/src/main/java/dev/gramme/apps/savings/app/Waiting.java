package dev.gramme.apps.savings.app;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for conditions that another process fulfils. */
final class Waiting {
  private static final long NANOS_BETWEEN = 50_000_000;

  private Waiting() {}

  /**
   * Waits until a condition holds.
   *
   * @param process the process that the condition depends on
   * @throws IllegalStateException if the condition does not hold in time, or the process has ended
   */
  static void until(String what, Duration atMost, Process process, BooleanSupplier holds) {
    until(
        what,
        atMost,
        () -> {
          if (!process.isAlive()) {
            throw new IllegalStateException(
                "the process ended before this condition held: " + what);
          }
          return holds.getAsBoolean();
        });
  }

  /**
   * Waits until a condition holds.
   *
   * @throws IllegalStateException if it does not hold in time
   */
  static void until(String what, Duration atMost, BooleanSupplier holds) {
    long end = System.nanoTime() + atMost.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException("not within " + atMost + ": " + what);
      }
      LockSupport.parkNanos(NANOS_BETWEEN);
    }
  }
}
