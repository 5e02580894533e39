package dev.gramme.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gramme.testkit.Eventually;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Set;

/**
 * What a client knows of its request in the end.
 *
 * @param ending whether it was done
 * @param body the answer, empty if there was none
 */
record Answer(Ending ending, JsonNode body) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int OK = 200;
  private static final int SERVER_ERROR = 500;
  private static final Duration STUBBORNNESS = Duration.ofMinutes(3);
  private static final Set<String> EXPECTED_REFUSALS =
      Set.of(
          "ConditionalCheckFailedException",
          "TransactionCanceledException",
          "TransactionConflictException");

  enum Ending {
    DONE,
    /** Answered by an error of the client's kind: it was not done and will not be. */
    REFUSED,
    /** Answered by an error of the server's kind or not at all: it may be done, also later. */
    UNKNOWN,
    /** There was no server that it could be sent to. */
    NOT_SENT
  }

  boolean isDone() {
    return ending == Ending.DONE;
  }

  boolean isRefusedWith(String type) {
    return ending == Ending.REFUSED && body.path("__type").asText().endsWith("#" + type);
  }

  /** Asks once. */
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
        throw new AssertionError(operation + " is answered by " + json + ": " + body);
      }
      return new Answer(Ending.REFUSED, json);
    } catch (ConnectException e) {
      return new Answer(Ending.NOT_SENT, JSON.nullNode());
    } catch (IOException e) {
      // The server was killed, or did not answer in time.
      return new Answer(Ending.UNKNOWN, JSON.nullNode());
    }
  }

  /** The answer to something that can be asked again, which is done until it is answered. */
  static JsonNode whenDone(ServerProcess server, String operation, String body)
      throws InterruptedException {
    return Eventually.get(
            operation + " is done: " + body,
            STUBBORNNESS,
            () -> of(server, operation, body),
            Answer::isDone)
        .body();
  }
}
