package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.Eventually;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two servers on one shared store: each sees what the other has acknowledged. */
abstract class SharedStoreContract extends SharedSettingsContract {
  private static final int ACCOUNTS = 6;

  /** Enough for a graph. */
  private static final int VECTORS = 2_100;

  private static final long SEED = Long.getLong("gramme.seed", System.nanoTime());
  private static final Pattern BALANCE = Pattern.compile("\"balance\":\\{\"N\":\"(-?\\d+)\"}");

  @Test
  void a_table_that_one_server_creates_is_usable_on_the_other_at_once() throws Exception {
    create(one, "films");
    assertThat(put(other, "films", "Rush", "")).isEqualTo("{}");
    assertThat(get(one, "films", "Rush")).contains("Rush");
    assertThat(call(other, "ListTables", "{}")).contains("films");
  }

  @Test
  void an_index_that_one_server_creates_is_updated_and_queried_by_the_other_at_once()
      throws Exception {
    create(one, "books");
    put(other, "books", "a", ",\"year\":{\"N\":\"1999\"}");
    assertThat(
            call(
                one,
                "UpdateTable",
                """
                {"TableName":"books","AttributeDefinitions":[{"AttributeName":"pk",
                "AttributeType":"S"},{"AttributeName":"year","AttributeType":"N"}],
                "GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"years","KeySchema":
                [{"AttributeName":"year","KeyType":"HASH"}],"Projection":
                {"ProjectionType":"ALL"}}}]}\
                """))
        .contains("years");
    assertThat(put(other, "books", "b", ",\"year\":{\"N\":\"1999\"}")).isEqualTo("{}");
    String _ =
        Eventually.get(
            "the backfill of the index is complete",
            PATIENCE,
            () ->
                call(
                    other,
                    "Query",
                    """
                    {"TableName":"books","IndexName":"years","KeyConditionExpression":"#y = :y",
                    "ExpressionAttributeNames":{"#y":"year"},
                    "ExpressionAttributeValues":{":y":{"N":"1999"}}}\
                    """),
            found -> found.contains("\"Count\":2"));
  }

  @Test
  void a_table_that_one_server_recreates_is_empty_on_the_other() throws Exception {
    create(one, "drafts");
    put(one, "drafts", "a", "");
    assertThat(get(other, "drafts", "a")).contains("\"a\"");
    call(one, "DeleteTable", "{\"TableName\":\"drafts\"}");
    assertThat(get(other, "drafts", "a")).contains("ResourceNotFoundException");
    assertThat(put(other, "drafts", "a", "")).contains("ResourceNotFoundException");
    create(one, "drafts");
    assertThat(get(other, "drafts", "a")).isEqualTo("{}");
    assertThat(call(other, "Scan", "{\"TableName\":\"drafts\"}")).contains("\"Count\":0");
  }

  @Test
  void items_expire_whichever_server_wrote_them_last() throws Exception {
    create(one, "sessions");
    call(
        other,
        "UpdateTimeToLive",
        """
        {"TableName":"sessions","TimeToLiveSpecification":
        {"Enabled":true,"AttributeName":"until"}}\
        """);
    long now = Instant.now().getEpochSecond();
    put(one, "sessions", "old", ",\"until\":{\"N\":\"%d\"}".formatted(now - 60));
    put(other, "sessions", "old too", ",\"until\":{\"N\":\"%d\"}".formatted(now - 60));
    put(one, "sessions", "renewed", ",\"until\":{\"N\":\"%d\"}".formatted(now + 2));
    put(other, "sessions", "renewed", ",\"until\":{\"N\":\"%d\"}".formatted(now + 3600));
    String left =
        Eventually.get(
            "the expired sessions are deleted",
            PATIENCE,
            () -> call(one, "Scan", "{\"TableName\":\"sessions\"}"),
            found -> !found.contains("old") && Instant.now().getEpochSecond() >= now + 5);
    assertThat(left).contains("renewed").contains("\"Count\":1");
  }

  @Test
  void transfers_through_both_servers_lose_nothing() throws Exception {
    create(one, "accounts");
    for (int i = 0; i < ACCOUNTS; i++) {
      put(one, "accounts", "account" + i, ",\"balance\":{\"N\":\"100\"}");
    }
    var done = inThreads(4, this::transfer);
    assertThat(done.stream().mapToInt(Integer::intValue).sum()).as("seed %d", SEED).isPositive();
    assertThat(total(one)).as("seed %d", SEED).isEqualTo(ACCOUNTS * 100);
    assertThat(total(other)).as("seed %d", SEED).isEqualTo(ACCOUNTS * 100);
  }

  /** The work of one of several threads, which uses one of the two servers. */
  @FunctionalInterface
  private interface Work<T> {
    T run(int port, Random random) throws Exception;
  }

  private <T> List<T> inThreads(int count, Work<T> work) throws Exception {
    List<Callable<T>> calls = new ArrayList<>();
    for (int thread = 0; thread < count; thread++) {
      var random = new Random(SEED + thread);
      int port = thread % 2 == 0 ? one : other;
      calls.add(() -> work.run(port, random));
    }
    List<T> results = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(count)) {
      for (var running : threads.invokeAll(calls)) {
        results.add(running.get());
      }
    }
    return results;
  }

  private int transfer(int port, Random random) throws Exception {
    int done = 0;
    for (int i = 0; i < 25; i++) {
      int from = random.nextInt(ACCOUNTS);
      int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
      String answer =
          call(
              port,
              "TransactWriteItems",
              "{\"TransactItems\":[" + update(from, "-7") + "," + update(to, "7") + "]}");
      if (answer.equals("{}")) {
        done++;
      } else {
        assertThat(answer).contains("TransactionConflict");
      }
    }
    return done;
  }

  private static String update(int account, String amount) {
    return """
    {"Update":{"TableName":"accounts","Key":{"pk":{"S":"account%d"}},
    "UpdateExpression":"ADD balance :a",
    "ExpressionAttributeValues":{":a":{"N":"%s"}}}}\
    """
        .formatted(account, amount);
  }

  private int total(int port) throws Exception {
    int total = 0;
    var balances = BALANCE.matcher(call(port, "Scan", "{\"TableName\":\"accounts\"}"));
    while (balances.find()) {
      total += Integer.parseInt(balances.group(1));
    }
    return total;
  }

  @Test
  void a_token_that_both_servers_get_is_used_once() throws Exception {
    create(one, "orders");
    String request =
        """
        {"ClientRequestToken":"0123456789","TransactItems":[{"Update":{"TableName":"orders",
        "Key":{"pk":{"S":"a"}},"UpdateExpression":"ADD n :one",
        "ExpressionAttributeValues":{":one":{"N":"1"}}}}]}\
        """;
    var answers =
        inThreads(
            4,
            (port, random) -> {
              var own = new ArrayList<String>();
              for (int i = 0; i < 5; i++) {
                own.add(call(port, "TransactWriteItems", request));
              }
              return own;
            });
    assertThat(answers.stream().flatMap(List::stream))
        .contains("{}")
        .allMatch(answer ->
            answer.equals("{}")
                || answer.contains("TransactionConflict")
                || answer.contains("TransactionInProgressException"));
    assertThat(get(one, "orders", "a")).contains("\"n\":{\"N\":\"1\"}");
    assertThat(
            call(other, "TransactWriteItems", request.replace(":{\"N\":\"1\"}", ":{\"N\":\"2\"}")))
        .contains("IdempotentParameterMismatchException");
  }

  @Test
  void the_changes_that_both_servers_make_are_in_the_stream_once_and_in_order() throws Exception {
    create(one, "tally");
    String stream =
        call(
            other,
            "UpdateTable",
            """
            {"TableName":"tally","StreamSpecification":
            {"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}\
            """);
    String arn = member(stream, "LatestStreamArn");
    String increment =
        """
        {"TableName":"tally","Key":{"pk":{"S":"a"}},"UpdateExpression":"ADD n :one",
        "ExpressionAttributeValues":{":one":{"N":"1"}}}\
        """;
    var done =
        inThreads(
            4,
            (port, random) -> {
              int mine = 0;
              for (int i = 0; i < 10; i++) {
                String answer = call(port, "UpdateItem", increment);
                if (answer.equals("{}")) {
                  mine++;
                } else {
                  assertThat(answer).contains("TransactionConflictException");
                }
              }
              return mine;
            });
    int changes = done.stream().mapToInt(Integer::intValue).sum();
    var expected = IntStream.rangeClosed(1, changes).mapToObj(Integer::toString).toList();
    assertThat(changes).isPositive();
    assertThat(newNumbers(one, arn)).isEqualTo(expected);
    assertThat(newNumbers(other, arn)).isEqualTo(expected);
  }

  @Test
  void the_history_of_an_item_on_each_server_has_the_changes_of_both() throws Exception {
    create(one, "audited");
    String on =
        """
        {"TableName":"audited","PointInTimeRecoverySpecification":
        {"PointInTimeRecoveryEnabled":true}}\
        """;
    assertThat(call(other, "UpdateContinuousBackups", on)).contains("ENABLED");
    for (int i = 1; i <= 6; i++) {
      String item = ",\"n\":{\"N\":\"%d\"}".formatted(i);
      put(i % 2 == 0 ? one : other, "audited", "a", item);
      put(one, "audited", "b" + i, "");
    }
    for (Node server : List.of(first, second)) {
      String answer =
          ServerProcess.post(
              server.adminPort(),
              "/history",
              "{\"TableName\":\"audited\",\"Key\":{\"pk\":{\"S\":\"a\"}}}");
      assertThat(NEW_IMAGE.matcher(answer).results().map(found -> found.group(1)))
          .containsExactly("6", "5", "4", "3", "2", "1");
    }
  }

  @Test
  void a_search_of_a_graph_finds_what_the_other_server_has_acknowledged() throws Exception {
    Node third = server(store, "--vector-memory=64");
    int graphs = third.port();
    createPlots(one);
    for (int i = 0; i < VECTORS; i += BATCH) {
      String puts =
          IntStream.range(i, i + BATCH)
              .mapToObj(n -> "{\"PutRequest\":{\"Item\":%s}}".formatted(plot("p" + n, 10 + n)))
              .collect(Collectors.joining(","));
      assertThat(call(one, "BatchWriteItem", "{\"RequestItems\":{\"plots\":[" + puts + "]}}"))
          .contains("\"UnprocessedItems\":{}");
    }
    assertThat(nearest(graphs)).isEqualTo("p0");
    awaitGraphs(third, 1);
    for (int round = 0; round < 5; round++) {
      call(other, "PutItem", "{\"TableName\":\"plots\",\"Item\":" + plot("near", 1) + "}");
      assertThat(nearest(graphs)).isEqualTo("near");
      call(one, "DeleteItem", "{\"TableName\":\"plots\",\"Key\":{\"pk\":{\"S\":\"near\"}}}");
      assertThat(nearest(graphs)).isEqualTo("p0");
    }
    awaitGraphs(third, 1);

    call(one, "DeleteTable", "{\"TableName\":\"plots\"}");
    awaitGraphs(third, 0);
    createPlots(other);
    call(other, "PutItem", "{\"TableName\":\"plots\",\"Item\":" + plot("new", 1) + "}");
    assertThat(nearest(graphs)).isEqualTo("new");
    running.remove(third);
    third.close();
  }

  private static void createPlots(int port) throws Exception {
    assertThat(
            call(
                port,
                "CreateTable",
                """
                {"TableName":"plots","BillingMode":"PAY_PER_REQUEST",
                "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
                "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
                "VectorIndexes":[{"IndexName":"near","VectorAttribute":{"AttributeName":"v"},
                "Dimensions":2,"DistanceFunction":"EUCLIDEAN",
                "Projection":{"ProjectionType":"KEYS_ONLY"}}]}\
                """))
        .contains("TableDescription");
  }

  /** An item at a distance from the origin. */
  private static String plot(String key, int distance) {
    return "{\"pk\":{\"S\":\"%s\"},\"v\":{\"L\":[{\"N\":\"%d\"},{\"N\":\"0\"}]}}"
        .formatted(key, distance);
  }

  /** The key of the item that is nearest to the origin. */
  private static String nearest(int port) throws Exception {
    String answer =
        call(
            port,
            "SearchVectors",
            """
            {"TableName":"plots","IndexName":"near","TopK":1,
            "SearchVector":[{"N":"0"},{"N":"0"}]}\
            """);
    var key = Pattern.compile("\"pk\":\\{\"S\":\"([^\"]+)\"").matcher(answer);
    assertThat(key.find()).as(answer).isTrue();
    return key.group(1);
  }

  private void awaitGraphs(Node server, int count) throws Exception {
    Eventually.get(
        "the server has so many graphs: " + count,
        PATIENCE,
        () -> {
          if (count > 0) {
            nearest(server.port());
          }
          return page(server, "/metrics", "GET", "").body();
        },
        page -> page.contains("\ngramme_vector_graphs " + count));
  }
}
