package dev.gramme.toolkit.batch;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before something is tried again: a random time up to a limit that doubles with
 * each attempt ("full jitter"), so that many who were refused together do not come back together.
 *
 * @param base the limit before the second attempt
 * @param longest what the limit does not exceed
 * @param attempts how often something is tried at most, at least once
 */
public record Backoff(
    Duration base, Duration longest, int attempts, RandomGenerator random, Sleeper sleeper) {
  private static final int MOST_DOUBLINGS = 30;

  public Backoff {
    if (attempts < 1 || base.isNegative() || longest.isNegative()) {
      throw new IllegalArgumentException("at least one attempt, and no negative times");
    }
  }

  /** Ten attempts, 50 ms before the second and up to 10 s before the last. */
  public static Backoff standard(RandomGenerator random) {
    return new Backoff(Duration.ofMillis(50), Duration.ofSeconds(10), 10, random, Sleeper.SYSTEM);
  }

  /**
   * Waits.
   *
   * @param failed how many attempts have failed in a row
   * @throws BatchInterrupted if the thread is interrupted, which stays so
   */
  public void pause(int failed) {
    Duration doubled = base.multipliedBy(1L << Math.min(MOST_DOUBLINGS, failed - 1));
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
