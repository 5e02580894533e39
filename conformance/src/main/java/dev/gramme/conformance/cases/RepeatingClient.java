package dev.gramme.conformance.cases;

import dev.gramme.conformance.support.RawClient;
import dev.gramme.conformance.support.RawResponse;
import dev.gramme.storage.BackOff;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Repeats a request, with doubling pauses, while the server answers with a limit or throttling
 * error, or with status 503.
 */
final class RepeatingClient {
  private static final Set<String> TOO_MANY =
      Set.of(
          "LimitExceededException",
          "ProvisionedThroughputExceededException",
          "RequestLimitExceeded",
          "ThrottlingException");

  private final RawClient client;
  private final Stop stop;
  private final int attempts;
  private final BackOff pauses;

  /**
   * A client.
   *
   * @param attempts the most attempts for one request
   * @param pauses the times between the attempts
   */
  RepeatingClient(RawClient client, Stop stop, int attempts, BackOff pauses) {
    this.client = client;
    this.stop = stop;
    this.attempts = attempts;
    this.pauses = pauses;
  }

  /** A client that sends each request once. */
  static RepeatingClient once(RawClient client) {
    return new RepeatingClient(client, new Stop(), 1, new BackOff(Duration.ZERO, Duration.ZERO));
  }

  /** The underlying client, which sends each request once. */
  RawClient raw() {
    return client;
  }

  /** The signal that stops this client. */
  Stop stop() {
    return stop;
  }

  /** Calls an operation. After the last attempt, the answer may still be a limit error. */
  RawResponse call(String operation, String body) {
    return call(operation, body, List.of());
  }

  /**
   * Calls an operation.
   *
   * @param expected the answer in the case file; a request whose error it names is not repeated
   */
  RawResponse call(String operation, String body, List<String> expected) {
    stop.check();
    var answer = client.call(operation, body);
    for (int attempt = 1; attempt < attempts && isTooMany(answer, expected); attempt++) {
      stop.pause(pauses.pause(attempt));
      answer = client.call(operation, body);
    }
    return answer;
  }

  private static boolean isTooMany(RawResponse answer, List<String> expected) {
    var error = answer.status() == 400 ? answer.errorType() : "";
    return answer.status() == 503
        || (TOO_MANY.contains(error) && expected.stream().noneMatch(line -> line.contains(error)));
  }
}
