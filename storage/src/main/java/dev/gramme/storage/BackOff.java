package dev.gramme.storage;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Pauses between attempts that double with each consecutive failure, up to a limit. The stores and
 * the layers above them use it.
 *
 * @param first the pause after the first failure, at most the longest
 * @param longest the longest pause
 */
public record BackOff(Duration first, Duration longest) {
  /** The highest exponent: bounded, so that the multiplication does not overflow. */
  private static final int MAX_DOUBLINGS = 20;

  public BackOff {
    if (first.isNegative() || first.compareTo(longest) > 0) {
      throw new IllegalArgumentException(
          "the first pause, " + first + ", must be between zero and the longest, " + longest);
    }
  }

  /**
   * The pause before the next attempt.
   *
   * @param failures the number of consecutive failures, at least 1
   */
  public Duration pause(int failures) {
    if (failures < 1) {
      throw new IllegalArgumentException("a back-off needs at least one failure, got " + failures);
    }
    Duration pause = first.multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
    return pause.compareTo(longest) < 0 ? pause : longest;
  }

  /**
   * A random time up to the pause ("full jitter"), so that callers whose attempts conflicted do not
   * try again at the same time.
   *
   * @param failures the number of consecutive failures, at least 1
   */
  public Duration jitteredPause(int failures, RandomGenerator random) {
    return Duration.ofNanos(random.nextLong(pause(failures).toNanos() + 1));
  }
}
