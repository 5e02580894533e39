package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.server.settings.Settings;
import dev.gramme.testkit.Eventually;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Settings and features of a server whose store it uses alone. {@link SharedStoreContract} has them
 * for stores that servers share.
 */
abstract class OneServerContract {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String TOKEN = "the-token-of-this-test-has-many-bytes";
  private static final List<String> REGIONS = List.of("us-east-1", "us-east-2", "us-west-2");

  @TempDir private Path folder;
  private @Nullable Node server;
  private int port;
  private int admin;

  /** The settings of a server with this store. */
  abstract List<String> store(Path folder);

  private Node start(String... settings) throws Exception {
    var flags = new ArrayList<>(store(folder.resolve("data")));
    flags.add("--port=0");
    flags.addAll(List.of(settings));
    var node = Node.start(Settings.read(flags, Map.of()));
    server = node;
    port = node.port();
    return node;
  }

  /** Starts a server whose clock {@link #advance} moves. */
  private void startWithClock(String... settings) throws Exception {
    Path file = Files.writeString(folder.resolve("token"), TOKEN);
    var flags = new ArrayList<>(List.of(settings));
    flags.add("--movable-clock");
    flags.add("--admin-token=" + file);
    admin = start(flags.toArray(String[]::new)).adminPort();
  }

  private String advance(String by) throws Exception {
    return body(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin + "/clock"))
            .header("Authorization", "Bearer " + TOKEN)
            .POST(BodyPublishers.ofString("{\"advance\":\"" + by + "\"}"))
            .build());
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private String call(String operation, String body) throws Exception {
    return ServerProcess.call(port, "DynamoDB", operation, body);
  }

  private void create(String more) throws Exception {
    String answer =
        call(
            "CreateTable",
            """
            {"TableName":"things","BillingMode":"PAY_PER_REQUEST",%s
            "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
            "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}\
            """
                .formatted(more));
    assertThat(answer).contains("TableDescription");
  }

  private String put(String key, String more) throws Exception {
    return call(
        "PutItem",
        "{\"TableName\":\"things\",\"Item\":{\"pk\":{\"S\":\"%s\"}%s}}".formatted(key, more));
  }

  private String get(String key) throws Exception {
    return call("GetItem", "{\"TableName\":\"things\",\"Key\":{\"pk\":{\"S\":\"" + key + "\"}}}");
  }

  @Test
  void the_keys_that_were_used_most_are_shown() throws Exception {
    Node node = start();
    create("");
    call(
        "UpdateContributorInsights",
        "{\"TableName\":\"things\",\"ContributorInsightsAction\":\"ENABLE\"}");
    put("a", "");
    assertThat(page(node, "/insights")).contains("3.0  {\"pk\":{\"S\":\"a\"}}");
  }

  private static String page(Node node, String path) throws Exception {
    var address = URI.create("http://127.0.0.1:" + node.adminPort() + path);
    return body(HttpRequest.newBuilder(address).build());
  }

  private static String body(HttpRequest request) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      return client.send(request, BodyHandlers.ofString()).body();
    }
  }

  @Test
  void a_table_has_the_delays_of_its_states() throws Exception {
    startWithClock("--state-delays=10m");
    create("");
    assertThat(put("a", "")).contains("ResourceNotFoundException");
    assertThat(advance("PT11M")).contains("\"ahead\":\"PT11M\"");
    Eventually.get(
        "the table is active", PATIENCE, () -> put("a", ""), answer -> answer.equals("{}"));
  }

  @Test
  void the_throughput_of_a_table_is_limited() throws Exception {
    start("--throttling=service");
    create("\"OnDemandThroughput\":{\"MaxWriteRequestUnits\":1},");
    String large = ",\"a\":{\"S\":\"" + "a".repeat(100_000) + "\"}";
    Eventually.get(
        "a write is throttled",
        PATIENCE,
        () -> put("a", large),
        answer -> answer.contains("ThrottlingException"));
  }

  @Test
  void the_rate_of_operations_on_tables_is_limited() throws Exception {
    start("--control-plane-limits=service");
    assertThat(call("DescribeLimits", "{}")).contains("AccountMaxReadCapacityUnits");
    assertThat(call("DescribeLimits", "{}")).contains("ThrottlingException", "Rate exceeded");
  }

  @Test
  void a_request_for_an_item_of_a_running_transaction_reports_the_conflict() throws Exception {
    start("--transaction-conflicts=report");
    create("");
    String transaction =
        """
        {"TransactItems":[{"Update":{"TableName":"things","Key":{"pk":{"S":"a"}},
        "UpdateExpression":"ADD n :one","ExpressionAttributeValues":{":one":{"N":"1"}}}}]}\
        """;
    var isDone = new AtomicBoolean();
    int done;
    try (var thread = Executors.newSingleThreadExecutor()) {
      var running =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  int succeeded = 0;
                  while (!isDone.get()) {
                    String answer = call("TransactWriteItems", transaction);
                    if (answer.equals("{}")) {
                      succeeded++;
                    } else {
                      assertThat(answer).contains("TransactionConflict");
                    }
                  }
                  return succeeded;
                } catch (Exception e) {
                  throw new AssertionError(e);
                }
              },
              thread);
      try {
        Eventually.get(
            "the conflict is reported",
            PATIENCE,
            () ->
                call(
                    "UpdateItem",
                    """
                    {"TableName":"things","Key":{"pk":{"S":"a"}},"UpdateExpression":"SET color = :c",
                    "ExpressionAttributeValues":{":c":{"S":"red"}}}\
                    """),
            answer ->
                answer.contains("TransactionConflictException")
                    && answer.contains("Transaction is ongoing for the item"));
      } finally {
        isDone.set(true);
      }
      done = running.join();
    }
    assertThat(get("a")).contains("\"n\":{\"N\":\"" + done + "\"}");
  }

  @Test
  void an_item_expires_when_the_clock_is_moved() throws Exception {
    startWithClock();
    create("");
    call(
        "UpdateTimeToLive",
        """
        {"TableName":"things","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"until"}}\
        """);
    long now = Instant.now().getEpochSecond();
    put("day", ",\"until\":{\"N\":\"%d\"}".formatted(now + 7200));
    put("week", ",\"until\":{\"N\":\"%d\"}".formatted(now + 604800));
    assertThat(advance("PT3H")).contains("\"ahead\":\"PT3H\"");
    Eventually.get(
        "the expired item is deleted", PATIENCE, () -> get("day"), answer -> answer.equals("{}"));
    assertThat(get("week")).contains("week");
  }

  @Test
  void a_strong_read_sees_a_write_in_whatever_region() throws Exception {
    start("--regions=" + String.join(",", REGIONS));
    create("");
    call(
        "UpdateTable",
        """
        {"TableName":"things","MultiRegionConsistency":"STRONG","ReplicaUpdates":[
        {"Create":{"RegionName":"us-east-2"}},{"Create":{"RegionName":"us-west-2"}}]}\
        """);
    for (String region : REGIONS) {
      Eventually.get(
          "the replicas are active",
          PATIENCE,
          () -> in(region, "DescribeTable", "{\"TableName\":\"things\"}"),
          answer ->
              answer.split("\"ReplicaStatus\":\"ACTIVE\"", -1).length == REGIONS.size()
                  && answer.contains("\"TableStatus\":\"ACTIVE\""));
    }
    for (String written : REGIONS) {
      in(
          written,
          "PutItem",
          "{\"TableName\":\"things\",\"Item\":{\"pk\":{\"S\":\"%s\"}}}".formatted(written));
      for (String read : REGIONS) {
        assertThat(
                in(
                    read,
                    "GetItem",
                    """
                    {"TableName":"things","ConsistentRead":true,"Key":{"pk":{"S":"%s"}}}\
                    """
                        .formatted(written)))
            .contains("\"Item\"");
      }
    }
  }

  private String in(String region, String operation, String body) throws Exception {
    return ServerProcess.call(port, region, "DynamoDB", operation, body);
  }

  @Test
  void a_stream_has_every_change_once_and_in_order() throws Exception {
    start();
    create(
        """
        "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"},\
        """);
    for (int n = 1; n <= 5; n++) {
      put("a", ",\"n\":{\"N\":\"" + n + "\"}");
    }
    String arn =
        TwoServers.member(call("DescribeTable", "{\"TableName\":\"things\"}"), "LatestStreamArn");
    assertThat(TwoServers.newNumbers(port, arn)).containsExactly("1", "2", "3", "4", "5");
  }

  @Test
  void items_are_counted_at_once() throws Exception {
    start();
    create("");
    for (String key : List.of("a", "b", "c")) {
      put(key, "");
    }
    call("DeleteItem", "{\"TableName\":\"things\",\"Key\":{\"pk\":{\"S\":\"b\"}}}");
    // A key has one letter, its name two.
    assertThat(call("DescribeTable", "{\"TableName\":\"things\"}"))
        .contains("\"ItemCount\":2,", "\"TableSizeBytes\":6,");
  }
}
