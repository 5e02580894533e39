package dev.gramme.apps.savings.app;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another process does. */
final class Waiting {
  private static final long NANOS_BETWEEN = 50_000_000;

  private Waiting() {}

  /**
   * Returns when a condition holds.
   *
   * @param process without which there is nothing to wait for
   * @throws IllegalStateException if it does not hold in time, or the process has ended
   */
  static void until(String what, Duration atMost, Process process, BooleanSupplier holds) {
    until(
        what,
        atMost,
        () -> {
          if (!process.isAlive()) {
            throw new IllegalStateException("ended before this was so: " + what);
          }
          return holds.getAsBoolean();
        });
  }

  /**
   * Returns when a condition holds.
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
