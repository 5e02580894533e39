package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.server.settings.Settings;
import dev.gramme.testkit.Eventually;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Two servers on one shared store, and the requests that tests send to them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TwoServers {
  static final Duration PATIENCE = Duration.ofMinutes(2);
  static final int BATCH = 25;
  static final Pattern NEW_IMAGE = Pattern.compile("\"NewImage\":.*?\"n\":\\{\"N\":\"(\\d+)\"}");

  Path folder;
  final List<AutoCloseable> running = new ArrayList<>();
  List<String> store = List.of();
  Node first;
  Node second;
  int one;
  int other;

  /**
   * Starts the store, if it is not running.
   *
   * @param folder for its files
   * @return the settings of servers that use it
   */
  abstract List<String> startStore(Path folder) throws Exception;

  /** The settings of servers that use an empty database in the store. */
  abstract List<String> emptyStore(Path folder);

  /** Ends the store, if this test has started it. */
  abstract void stopStore() throws Exception;

  @BeforeAll
  void start(@TempDir Path temporary) throws Exception {
    folder = temporary;
    store = startStore(folder);
    first = server();
    second = server();
    one = first.port();
    other = second.port();
  }

  Node server() throws Exception {
    return server(store);
  }

  Node server(List<String> of, String... more) throws Exception {
    var args = new ArrayList<>(List.of("--port=0", "--data=" + folder, "--functions"));
    args.addAll(of);
    args.addAll(List.of(more));
    var node = Node.start(Settings.read(args, Map.of()));
    running.add(node);
    return node;
  }

  @AfterAll
  void stop() throws Exception {
    for (var server : running.reversed()) {
      server.close();
    }
    stopStore();
  }

  static String call(int port, String operation, String body) throws Exception {
    return ServerProcess.call(port, "DynamoDB", operation, body);
  }

  /** Creates a table whose name no other test uses. */
  void create(int port, String table) throws Exception {
    String answer =
        call(
            port,
            "CreateTable",
            """
            {"TableName":"%s","BillingMode":"PAY_PER_REQUEST",
            "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
            "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}\
            """
                .formatted(table));
    assertThat(answer).contains("TableDescription");
  }

  String put(int port, String table, String key, String more) throws Exception {
    return call(
        port,
        "PutItem",
        "{\"TableName\":\"%s\",\"Item\":{\"pk\":{\"S\":\"%s\"}%s}}".formatted(table, key, more));
  }

  String get(int port, String table, String key) throws Exception {
    return call(
        port,
        "GetItem",
        "{\"TableName\":\"%s\",\"Key\":{\"pk\":{\"S\":\"%s\"}}}".formatted(table, key));
  }

  /** Puts so many items that a copy of the table has several steps. */
  void fill(int port, String table, int items) throws Exception {
    for (int i = 0; i < items; i += BATCH) {
      String puts =
          IntStream.range(i, i + BATCH)
              .mapToObj("{\"PutRequest\":{\"Item\":{\"pk\":{\"S\":\"item%d\"}}}}"::formatted)
              .collect(Collectors.joining(","));
      String answer =
          call(port, "BatchWriteItem", "{\"RequestItems\":{\"%s\":[%s]}}".formatted(table, puts));
      assertThat(answer).contains("\"UnprocessedItems\":{}");
    }
  }

  void awaitTable(int port, String table) throws Exception {
    Eventually.get(
        "the table is active",
        PATIENCE,
        () -> call(port, "DescribeTable", "{\"TableName\":\"" + table + "\"}"),
        found -> found.contains("\"TableStatus\":\"ACTIVE\""));
  }

  String count(int port, String table) throws Exception {
    return call(port, "Scan", "{\"TableName\":\"%s\",\"Select\":\"COUNT\"}".formatted(table));
  }

  HttpResponse<String> page(Node server, String path, String method, String body) throws Exception {
    var token = Files.readString(folder.resolve("security").resolve("admin-token")).strip();
    try (var client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.adminPort() + path))
              .header("Authorization", "Bearer " + token)
              .method(method, BodyPublishers.ofString(body))
              .build(),
          BodyHandlers.ofString());
    }
  }

  /** The value of a string member. */
  static String member(String json, String name) {
    var found = Pattern.compile("\"" + name + "\":\"([^\"]+)\"").matcher(json);
    assertThat(found.find()).as(json).isTrue();
    return found.group(1);
  }

  /** The new values of the attribute {@code n}, in the order of the stream. */
  static List<String> newNumbers(int port, String arn) throws Exception {
    var numbers = new ArrayList<String>();
    String description =
        ServerProcess.call(
            port, "DynamoDBStreams", "DescribeStream", "{\"StreamArn\":\"" + arn + "\"}");
    var shards = Pattern.compile("\"ShardId\":\"([^\"]+)\"").matcher(description);
    while (shards.find()) {
      String iterator =
          ServerProcess.call(
              port,
              "DynamoDBStreams",
              "GetShardIterator",
              "{\"StreamArn\":\"%s\",\"ShardId\":\"%s\",\"ShardIteratorType\":\"TRIM_HORIZON\"}"
                  .formatted(arn, shards.group(1)));
      String records =
          ServerProcess.call(
              port,
              "DynamoDBStreams",
              "GetRecords",
              "{\"ShardIterator\":\"" + member(iterator, "ShardIterator") + "\"}");
      var images = NEW_IMAGE.matcher(records);
      while (images.find()) {
        numbers.add(images.group(1));
      }
    }
    return numbers;
  }
}
