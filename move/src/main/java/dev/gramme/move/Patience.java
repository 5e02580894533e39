package dev.gramme.move;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * Repeats a request while a server throttles or cannot be reached, with growing pauses. The limits
 * are for the time without any success.
 */
public final class Patience {
  /** A table at its limit may throttle for long. */
  static final Duration THROTTLED = Duration.ofMinutes(10);

  /** A server that restarts is back within this time. */
  static final Duration UNREACHABLE = Duration.ofMinutes(1);

  /** Commands are clients, so they use the SDK's back-off and not that of the stores. */
  private static final BackoffStrategy PAUSES =
      BackoffStrategy.exponentialDelayWithoutJitter(Duration.ofMillis(25), Duration.ofSeconds(3));

  private static final int SERVER_ERROR = 500;
  private static final Set<String> THROTTLES =
      Set.of(
          "ProvisionedThroughputExceededException",
          "ThrottlingException",
          "RequestLimitExceeded",
          "LimitExceededException");

  private int failures;
  private long since = System.nanoTime();

  /** A request. */
  @FunctionalInterface
  public interface Request<T> {
    /** Sends it once. */
    T send() throws CommandException, InterruptedException;
  }

  /** Sends a request until it succeeds or fails for a reason that does not pass. */
  public <T> T send(Request<T> request) throws CommandException, InterruptedException {
    while (true) {
      try {
        T answer = request.send();
        succeeded();
        return answer;
      } catch (SdkException fault) {
        pauseAfter(fault);
      }
    }
  }

  /** The server has done something: the time without success begins anew. */
  public void succeeded() {
    failures = 0;
    since = System.nanoTime();
  }

  /**
   * Waits, or throws the fault if it does not pass or the limit is reached.
   *
   * @throws CommandException if the server throttles or is unreachable for too long
   */
  private void pauseAfter(SdkException fault) throws CommandException, InterruptedException {
    boolean throttles =
        fault instanceof DynamoDbException answer
            && answer.awsErrorDetails() != null
            && THROTTLES.contains(answer.awsErrorDetails().errorCode());
    boolean passes =
        throttles
            || (fault instanceof SdkServiceException answer && answer.statusCode() >= SERVER_ERROR)
            || (fault instanceof SdkClientException client && isNetwork(client));
    if (!passes) {
      throw fault;
    }
    pause(throttles ? THROTTLED : UNREACHABLE, Connection.reason(fault));
  }

  private static boolean isNetwork(SdkClientException fault) {
    return fault.getCause() instanceof java.io.IOException;
  }

  /** Waits after an answer that left requests unprocessed. */
  public void pauseUnprocessed() throws CommandException, InterruptedException {
    pause(THROTTLED, "the server leaves all requests of a batch unprocessed");
  }

  private void pause(Duration limit, String reason) throws CommandException, InterruptedException {
    if (System.nanoTime() - since > limit.toNanos()) {
      throw CommandException.failed(
          "no success for %d seconds: %s".formatted(limit.toSeconds(), reason));
    }
    failures++;
    // The SDK counts attempts, and the delay before the first is zero.
    TimeUnit.NANOSECONDS.sleep(PAUSES.computeDelay(failures + 1).toNanos());
  }
}
