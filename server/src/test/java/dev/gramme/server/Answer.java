package dev.gramme.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gramme.testkit.Eventually;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Set;

/**
 * The outcome of a request as its client knows it.
 *
 * @param ending whether the request was executed
 * @param body the answer, empty if there was none
 */
record Answer(Ending ending, JsonNode body) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int OK = 200;
  private static final int SERVER_ERROR = 500;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Set<String> EXPECTED_REFUSALS =
      Set.of(
          "ConditionalCheckFailedException",
          "TransactionCanceledException",
          "TransactionConflictException");

  enum Ending {
    DONE,
    /** Answered with a client error: the request was not executed and will not be. */
    REFUSED,
    /**
     * Answered with a server error or not at all: the request may have been executed, or may be
     * later.
     */
    UNKNOWN,
    /** The server could not be reached. */
    NOT_SENT
  }

  boolean isDone() {
    return ending == Ending.DONE;
  }

  boolean isRefusedWith(String type) {
    return ending == Ending.REFUSED && body.path("__type").asText().endsWith("#" + type);
  }

  /** Sends a request once. */
  static Answer of(ServerProcess server, String operation, String body)
      throws InterruptedException {
    try {
      String service =
          switch (operation) {
            case "ListStreams", "DescribeStream", "GetShardIterator", "GetRecords" ->
                "DynamoDBStreams";
            default -> "DynamoDB";
          };
      var response = server.ask(service, operation, body);
      JsonNode json = JSON.readTree(response.body());
      if (response.statusCode() == OK) {
        return new Answer(Ending.DONE, json);
      }
      if (response.statusCode() >= SERVER_ERROR) {
        return new Answer(Ending.UNKNOWN, json);
      }
      String type = json.path("__type").asText();
      if (!EXPECTED_REFUSALS.contains(type.substring(type.indexOf('#') + 1))) {
        throw new AssertionError(operation + " was answered with " + json + ": " + body);
      }
      return new Answer(Ending.REFUSED, json);
    } catch (ConnectException e) {
      return new Answer(Ending.NOT_SENT, JSON.nullNode());
    } catch (IOException e) {
      // The server was killed, or did not answer in time.
      return new Answer(Ending.UNKNOWN, JSON.nullNode());
    }
  }

  /** The answer to an idempotent request, which is repeated until it succeeds. */
  static JsonNode whenDone(ServerProcess server, String operation, String body)
      throws InterruptedException {
    return Eventually.get(
            operation + " is done: " + body,
            PATIENCE,
            () -> of(server, operation, body),
            Answer::isDone)
        .body();
  }
}
