package dev.gramme.conformance.transfer;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Asks until the answer is as awaited. */
final class Eventually {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration PAUSE = Duration.ofMillis(2);

  private Eventually() {}

  /** The first answer that is as awaited; an error if none is in time. */
  static <T> T get(Supplier<T> question, Predicate<T> awaited) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      T answer = question.get();
      if (awaited.test(answer)) {
        return answer;
      }
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not in time, but still: " + answer);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }
}
