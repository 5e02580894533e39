package dev.gramme.transfer.s3;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;

/**
 * How often something is tried that fails for a reason that may pass. Each pause is up to twice as
 * long as the one before.
 *
 * @param attempts the first one included
 * @param firstPause after the first attempt, at most
 * @param longestPause after any
 */
public record Retries(int attempts, Duration firstPause, Duration longestPause) {
  /** About half a minute, in which a server can be started again. */
  public static final Retries DEFAULT =
      new Retries(12, Duration.ofMillis(100), Duration.ofSeconds(5));

  public Retries {
    if (attempts < 1) {
      throw new IllegalArgumentException("at least one attempt is needed, not " + attempts);
    }
  }

  RetryStrategy strategy() {
    return AwsRetryStrategy.standardRetryStrategy().toBuilder()
        .maxAttempts(attempts)
        .backoffStrategy(backoff())
        .throttlingBackoffStrategy(backoff())
        // One transfer that waits for its server is no reason to give up another.
        .circuitBreakerEnabled(false)
        .build();
  }

  /** Waits after an attempt that failed; they are counted from 1. */
  void pause(int attempt) {
    LockSupport.parkNanos(backoff().computeDelay(attempt).toNanos());
  }

  private BackoffStrategy backoff() {
    return BackoffStrategy.exponentialDelay(firstPause, longestPause);
  }
}
