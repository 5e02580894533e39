package dev.gramme.transfer.s3;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;

/**
 * How often a transient failure is retried. Each pause is up to twice as long as the previous one.
 *
 * @param attempts the maximum number of attempts, including the first
 * @param firstPause the maximum pause after the first attempt, at most the longest
 * @param longestPause the maximum of all pauses
 */
public record Retries(int attempts, Duration firstPause, Duration longestPause) {
  /** About half a minute in total, enough for a server restart. */
  public static final Retries DEFAULT =
      new Retries(12, Duration.ofMillis(100), Duration.ofSeconds(5));

  public Retries {
    if (attempts < 1) {
      throw new IllegalArgumentException("at least one attempt is needed, not " + attempts);
    }
    if (firstPause.isNegative() || firstPause.compareTo(longestPause) > 0) {
      throw new IllegalArgumentException(
          "the first pause, "
              + firstPause
              + ", must be between zero and the longest, "
              + longestPause);
    }
  }

  RetryStrategy strategy() {
    return AwsRetryStrategy.standardRetryStrategy().toBuilder()
        .maxAttempts(attempts)
        .backoffStrategy(backoff())
        .throttlingBackoffStrategy(backoff())
        // A transfer that waits for its server must not make other transfers fail.
        .circuitBreakerEnabled(false)
        .build();
  }

  /** Waits after a failed attempt; the first attempt has number 1. */
  void pause(int attempt) {
    LockSupport.parkNanos(backoff().computeDelay(attempt).toNanos());
  }

  private BackoffStrategy backoff() {
    return BackoffStrategy.exponentialDelay(firstPause, longestPause);
  }
}
