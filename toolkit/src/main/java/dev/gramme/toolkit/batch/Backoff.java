package dev.gramme.toolkit.batch;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The delays between retries: a random time up to a limit that doubles with each attempt ("full
 * jitter"), so that clients that failed together do not retry together.
 *
 * @param base the limit of the delay before the second attempt, at most the longest
 * @param longest the maximum of the limit
 * @param attempts the maximum number of attempts, at least one
 */
public record Backoff(
    Duration base, Duration longest, int attempts, RandomGenerator random, Sleeper sleeper) {
  private static final int MAX_DOUBLINGS = 30;

  public Backoff {
    if (attempts < 1) {
      throw new IllegalArgumentException("attempts must be positive, not " + attempts);
    }
    if (base.isNegative() || base.compareTo(longest) > 0) {
      throw new IllegalArgumentException(
          "the base, " + base + ", must be between zero and the longest delay, " + longest);
    }
  }

  /** Ten attempts; the delay is up to 50 ms before the second and up to 10 s before the last. */
  public static Backoff standard(RandomGenerator random) {
    return new Backoff(Duration.ofMillis(50), Duration.ofSeconds(10), 10, random, Sleeper.SYSTEM);
  }

  /**
   * Waits.
   *
   * @param failed the number of consecutive failed attempts
   * @throws BatchInterrupted if the thread is interrupted; its interrupt status stays set
   */
  public void pause(int failed) {
    Duration doubled = base.multipliedBy(1L << Math.min(MAX_DOUBLINGS, failed - 1));
    Duration limit = doubled.compareTo(longest) < 0 ? doubled : longest;
    long nanos;
    synchronized (random) {
      nanos = random.nextLong(limit.toNanos() + 1);
    }
    try {
      sleeper.sleep(Duration.ofNanos(nanos));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BatchInterrupted(e);
    }
  }
}
