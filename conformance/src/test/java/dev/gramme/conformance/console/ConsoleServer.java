package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gramme.server.Node;
import dev.gramme.server.settings.Settings;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** A server in memory with its console, and a client beside the browser. */
final class ConsoleServer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String REGION = "us-east-1";

  private final Node node;
  private final HttpClient client = HttpClient.newHttpClient();

  ConsoleServer(String... flags) throws Exception {
    this("--in-memory", List.of(flags));
  }

  private ConsoleServer(String store, List<String> flags) throws Exception {
    var all = new ArrayList<>(List.of("--port=0", store));
    all.addAll(flags);
    node = Node.start(Settings.read(all, Map.of()));
  }

  /** A server with its data in a folder, for more items than the memory of the tests holds. */
  static ConsoleServer in(Path folder) throws Exception {
    return new ConsoleServer("--data=" + folder, List.of("--durability=relaxed"));
  }

  String origin() {
    return "http://127.0.0.1:" + node.port();
  }

  /** The address of a view: a path behind the hash, then names and values. */
  URI view(String path, String... parameters) {
    var query = new StringJoiner("&", "?", "").setEmptyValue("");
    for (int i = 0; i < parameters.length; i += 2) {
      query.add(parameters[i] + "=" + URLEncoder.encode(parameters[i + 1], StandardCharsets.UTF_8));
    }
    return URI.create(origin() + "/console#/" + path + query);
  }

  HttpResponse<String> get(String path, String... fields) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(origin() + path));
    if (fields.length > 0) {
      request.headers(fields);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  /** The bytes of a body as they were sent, which may be compressed. */
  HttpResponse<byte[]> bytes(String path, String... fields) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(origin() + path)).headers(fields).build();
    return client.send(request, BodyHandlers.ofByteArray());
  }

  /** Posts a text and returns the status of the answer. */
  int post(String path, String body, String... fields) throws Exception {
    return posted(origin() + path, body, fields).statusCode();
  }

  /** Posts a text to the pages for operators. */
  HttpResponse<String> postToOperators(String path, String body, String... fields)
      throws Exception {
    return posted("http://127.0.0.1:" + node.adminPort() + path, body, fields);
  }

  private HttpResponse<String> posted(String address, String body, String... fields)
      throws Exception {
    var request = HttpRequest.newBuilder(URI.create(address)).POST(BodyPublishers.ofString(body));
    if (fields.length > 0) {
      request.headers(fields);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  /** Sends a request of an operator, with the admin token, and returns the status of the answer. */
  int admin(String method, String path, String body) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.adminPort() + path))
            .header("Authorization", "Bearer " + adminToken())
            .method(method, BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString()).statusCode();
  }

  /** The token of the operators. */
  String adminToken() {
    return node.adminToken().orElseThrow().text();
  }

  /** Advances the clock of a server with {@code --movable-clock} and {@code --admin-port}. */
  void advance(Duration time) throws Exception {
    assertThat(admin("POST", "/clock", "{\"advance\":\"%s\"}".formatted(time))).isEqualTo(200);
  }

  /** Sends a request that must succeed. */
  JsonNode send(String operation, String body) throws Exception {
    return sendTo(REGION, operation, body);
  }

  /** Sends a request that must succeed, signed for another region. */
  JsonNode sendTo(String region, String operation, String body) throws Exception {
    var answer = answer(region, operation, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  /** Sends a request and returns the status of its answer. */
  int status(String operation, String body) throws Exception {
    return answer(REGION, operation, body).statusCode();
  }

  private HttpResponse<String> answer(String region, String operation, String body)
      throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(origin()))
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", "DynamoDB_20120810." + operation)
            .header("X-Amz-Date", "20260101T000000Z")
            .header("Authorization", authorization(region))
            .POST(BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  /** Creates a table with the keys {@code pk} (string) and {@code sk} (of the given type). */
  void createTable(String name, String sortType) throws Exception {
    send(
        "CreateTable",
        """
        {"TableName":"%s","BillingMode":"PAY_PER_REQUEST",
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
           {"AttributeName":"sk","AttributeType":"%s"}]}
        """
            .formatted(name, sortType));
  }

  /**
   * Creates a table whose index {@code by-g} refuses items in which the attribute g is a number.
   */
  void createStrictTable(String name) throws Exception {
    send(
        "CreateTable",
        """
        {"TableName":"%s","BillingMode":"PAY_PER_REQUEST",
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
           {"AttributeName":"sk","AttributeType":"N"},{"AttributeName":"g","AttributeType":"S"}],
         "GlobalSecondaryIndexes":[{"IndexName":"by-g","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
           "Projection":{"ProjectionType":"ALL"}}]}
        """
            .formatted(name));
  }

  void enableRecovery(String table) throws Exception {
    send(
        "UpdateContinuousBackups",
        """
        {"TableName":"%s","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}}
        """
            .formatted(table));
  }

  void put(String table, String item) throws Exception {
    send("PutItem", "{\"TableName\":\"%s\",\"Item\":%s}".formatted(table, item));
  }

  /** The item with a key, a missing node if there is none. */
  JsonNode item(String table, String key) throws Exception {
    return send(
            "GetItem",
            "{\"TableName\":\"%s\",\"Key\":%s,\"ConsistentRead\":true}".formatted(table, key))
        .path("Item");
  }

  static JsonNode json(String text) throws Exception {
    return JSON.readTree(text);
  }

  @Override
  public void close() {
    client.close();
    node.close();
  }

  /** Credentials for a region, whose signature is not verified. */
  private static String authorization(String region) {
    return "AWS4-HMAC-SHA256 Credential=test/20260101/"
        + region
        + "/dynamodb/aws4_request, SignedHeaders=host, Signature=0";
  }
}
