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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Two servers on one shared store: each sees what the other has acknowledged. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SharedStoreContract {
  private static final int ACCOUNTS = 6;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int BATCH = 25;
  private static final Pattern BACKUP_ARN = Pattern.compile("\"BackupArn\":\"([^\"]+)\"");
  private static final long SEED = Long.getLong("gramme.seed", System.nanoTime());
  private static final Pattern NEW_IMAGE =
      Pattern.compile("\"NewImage\":.*?\"n\":\\{\"N\":\"(\\d+)\"}");
  private static final Pattern BALANCE = Pattern.compile("\"balance\":\\{\"N\":\"(-?\\d+)\"}");

  @TempDir static Path folder;
  private final List<AutoCloseable> running = new ArrayList<>();
  private List<String> store = List.of();
  private Node first;
  private Node second;
  private int one;
  private int other;

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
  void start() throws Exception {
    store = startStore(folder);
    first = server();
    second = server();
    one = first.port();
    other = second.port();
  }

  private Node server() throws Exception {
    return server(store);
  }

  private Node server(List<String> of, String... more) throws Exception {
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

  private static String call(int port, String operation, String body) throws Exception {
    return ServerProcess.call(port, "DynamoDB", operation, body);
  }

  /** Creates a table whose name no other test uses. */
  private void create(int port, String table) throws Exception {
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

  private String put(int port, String table, String key, String more) throws Exception {
    return call(
        port,
        "PutItem",
        "{\"TableName\":\"%s\",\"Item\":{\"pk\":{\"S\":\"%s\"}%s}}".formatted(table, key, more));
  }

  private String get(int port, String table, String key) throws Exception {
    return call(
        port,
        "GetItem",
        "{\"TableName\":\"%s\",\"Key\":{\"pk\":{\"S\":\"%s\"}}}".formatted(table, key));
  }

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
    String found = "";
    for (int i = 0; i < 200 && !found.contains("\"Count\":2"); i++) {
      // Repeats until the backfill of the index is complete.
      found =
          call(
              other,
              "Query",
              """
              {"TableName":"books","IndexName":"years","KeyConditionExpression":"#y = :y",
              "ExpressionAttributeNames":{"#y":"year"},
              "ExpressionAttributeValues":{":y":{"N":"1999"}}}\
              """);
    }
    assertThat(found).contains("\"Count\":2");
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

  /** Puts so many items that a copy of the table has several steps. */
  private void fill(int port, String table, int items) throws Exception {
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

  private String backUp(int port, String table) throws Exception {
    String answer =
        call(
            port,
            "CreateBackup",
            "{\"TableName\":\"%s\",\"BackupName\":\"first\"}".formatted(table));
    var arn = BACKUP_ARN.matcher(answer);
    assertThat(arn.find()).as(answer).isTrue();
    return arn.group(1);
  }

  private void awaitBackup(int port, String arn) throws Exception {
    Eventually.get(
        "the backup is available",
        PATIENCE,
        () -> call(port, "DescribeBackup", "{\"BackupArn\":\"" + arn + "\"}"),
        found -> found.contains("AVAILABLE"));
  }

  private void awaitTable(int port, String table) throws Exception {
    Eventually.get(
        "the table is active",
        PATIENCE,
        () -> call(port, "DescribeTable", "{\"TableName\":\"" + table + "\"}"),
        found -> found.contains("\"TableStatus\":\"ACTIVE\""));
  }

  private String count(int port, String table) throws Exception {
    return call(port, "Scan", "{\"TableName\":\"%s\",\"Select\":\"COUNT\"}".formatted(table));
  }

  @Test
  void a_backup_that_one_server_makes_is_listed_restored_and_deleted_by_the_other()
      throws Exception {
    create(one, "ledger");
    fill(one, "ledger", 2 * BATCH);
    String arn = backUp(one, "ledger");
    assertThat(call(other, "ListBackups", "{\"TableName\":\"ledger\"}")).contains(arn);
    put(other, "ledger", "later", "");
    awaitBackup(other, arn);

    String restore = "{\"TargetTableName\":\"ledger2\",\"BackupArn\":\"%s\"}".formatted(arn);
    assertThat(call(other, "RestoreTableFromBackup", restore)).contains("CREATING");
    assertThat(call(one, "RestoreTableFromBackup", restore)).contains("__type");
    awaitTable(one, "ledger2");
    assertThat(count(one, "ledger2")).contains("\"Count\":50,");
    assertThat(get(one, "ledger2", "item7")).contains("item7");
    assertThat(get(one, "ledger2", "later")).isEqualTo("{}");
    assertThat(get(one, "ledger", "later")).contains("later");

    String delete = "{\"BackupArn\":\"" + arn + "\"}";
    Eventually.get(
        "the backup is deleted",
        PATIENCE,
        () -> call(other, "DeleteBackup", delete),
        answer -> answer.contains("DELETED"));
    assertThat(call(one, "DescribeBackup", delete)).contains("BackupNotFoundException");
  }

  @Test
  void a_table_is_restored_to_a_point_in_time_by_the_other_server() throws Exception {
    create(one, "diary");
    call(
        one,
        "UpdateContinuousBackups",
        """
        {"TableName":"diary","PointInTimeRecoverySpecification":
        {"PointInTimeRecoveryEnabled":true}}\
        """);
    fill(other, "diary", BATCH);
    String restore =
        """
        {"SourceTableName":"diary","TargetTableName":"diary2","UseLatestRestorableTime":true}\
        """;
    assertThat(call(other, "RestoreTableToPointInTime", restore)).contains("CREATING");
    put(one, "diary", "later", "");
    awaitTable(one, "diary2");
    assertThat(count(one, "diary2")).contains("\"Count\":25,");
  }

  @Test
  void a_backup_is_completed_if_the_server_that_makes_it_ends() throws Exception {
    create(one, "archive");
    fill(one, "archive", 40 * BATCH);
    Node third = server();
    String arn = backUp(third.port(), "archive");
    running.remove(third);
    third.close();
    put(one, "archive", "later", "");
    awaitBackup(other, arn);
    call(
        other,
        "RestoreTableFromBackup",
        "{\"TargetTableName\":\"archive2\",\"BackupArn\":\"%s\"}".formatted(arn));
    awaitTable(one, "archive2");
    assertThat(count(one, "archive2")).contains("\"Count\":1000,");
  }

  @Test
  void item_counts_have_the_changes_of_all_servers() throws Exception {
    create(one, "parts");
    fill(one, "parts", BATCH);
    Node third = server();
    fill(third.port(), "parts", 2 * BATCH);
    running.remove(third);
    third.close();
    call(other, "DeleteItem", "{\"TableName\":\"parts\",\"Key\":{\"pk\":{\"S\":\"item0\"}}}");
    Node fourth = server();
    for (int port : List.of(one, other, fourth.port())) {
      String table =
          Eventually.get(
              "all changes are counted",
              PATIENCE,
              () -> call(port, "DescribeTable", "{\"TableName\":\"parts\"}"),
              found -> found.contains("\"ItemCount\":49,"));
      // The 9 keys item1 to item9 have 5 letters, the 40 others have 6, and their names have 2.
      assertThat(table).contains("\"TableSizeBytes\":" + (9 * 7 + 40 * 8));
    }
  }

  @Test
  void a_function_runs_on_one_server_and_continues_on_another() throws Exception {
    create(one, "mails");
    String stream =
        call(
            other,
            "UpdateTable",
            """
            {"TableName":"mails","StreamSpecification":
            {"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"}}\
            """);
    try (var receiver = new FunctionReceiver(NEW_IMAGE)) {
      Node third = server();
      var mapping =
          """
          {"EventSourceArn":"%s","StartingPosition":"TRIM_HORIZON",
          "Endpoint":"http://127.0.0.1:%d/"}\
          """
              .formatted(member(stream, "LatestStreamArn"), receiver.port());
      var bound = function(third, "PUT", mapping);
      assertThat(bound.statusCode()).as(bound.body()).isEqualTo(200);
      assertThat(function(first, "GET", "").body()).contains("\"State\":\"Enabled\"");
      increment("mails", 10);
      awaitChange(receiver, 10);
      running.remove(third);
      third.close();
      increment("mails", 10);
      awaitChange(receiver, 20);
      // A batch whose position was not stored yet is delivered again, as a whole.
      assertThat(receiver.received().stream().distinct())
          .containsExactlyElementsOf(IntStream.rangeClosed(1, 20).boxed().toList());
      assertThat(function(second, "DELETE", "").statusCode()).isEqualTo(200);
      assertThat(function(first, "GET", "").statusCode()).isEqualTo(404);
    }
  }

  private static void awaitChange(FunctionReceiver receiver, int number) {
    Eventually.get(
        "change " + number + " is delivered",
        PATIENCE,
        receiver::received,
        all -> all.contains(number));
  }

  /** Adds 1 to the same item of a table repeatedly, through both servers in turn. */
  private void increment(String table, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      call(
          i % 2 == 0 ? one : other,
          "UpdateItem",
          """
          {"TableName":"%s","Key":{"pk":{"S":"a"}},"UpdateExpression":"ADD n :one",
          "ExpressionAttributeValues":{":one":{"N":"1"}}}\
          """
              .formatted(table));
    }
  }

  private static HttpResponse<String> function(Node server, String method, String mapping)
      throws Exception {
    return page(server, "/functions/mailer", method, mapping);
  }

  private static HttpResponse<String> page(Node server, String path, String method, String body)
      throws Exception {
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

  @Test
  void the_clock_of_all_servers_moves_and_expired_items_are_deleted() throws Exception {
    var database = emptyStore(folder);
    Node third = server(database, "--movable-clock");
    Node fourth = server(database, "--movable-clock");
    create(third.port(), "tickets");
    call(
        third.port(),
        "UpdateTimeToLive",
        """
        {"TableName":"tickets","TimeToLiveSpecification":
        {"Enabled":true,"AttributeName":"until"}}\
        """);
    long now = Instant.now().getEpochSecond();
    put(third.port(), "tickets", "day", ",\"until\":{\"N\":\"%d\"}".formatted(now + 7200));
    put(fourth.port(), "tickets", "week", ",\"until\":{\"N\":\"%d\"}".formatted(now + 604800));
    var moved = page(fourth, "/clock", "POST", "{\"advance\":\"PT3H\"}");
    assertThat(moved.body()).contains("\"ahead\":\"PT3H\"");
    assertThat(page(third, "/clock", "GET", "").body()).contains("\"ahead\":\"PT3H\"");
    Eventually.get(
        "the expired ticket is deleted",
        PATIENCE,
        () -> get(third.port(), "tickets", "day"),
        found -> found.equals("{}"));
    assertThat(get(fourth.port(), "tickets", "week")).contains("week");
    assertThat(page(third, "/clock", "POST", "{\"advance\":\"-PT1H\"}").statusCode())
        .isEqualTo(400);
    running.remove(third);
    third.close();
    // The stopped server is not waited for, and a new one has the clock.
    moved = page(fourth, "/clock", "POST", "{\"advance\":\"PT1H\"}");
    assertThat(moved.body()).contains("\"ahead\":\"PT4H\"");
    Node fifth = server(database);
    assertThat(page(fifth, "/clock", "GET", "").body()).contains("\"ahead\":\"PT4H\"");
    for (Node node : List.of(fourth, fifth)) {
      running.remove(node);
      node.close();
    }
  }

  @Test
  void contributor_insights_of_one_server_are_described_by_the_other() throws Exception {
    create(one, "visits");
    call(
        one,
        "UpdateContributorInsights",
        "{\"TableName\":\"visits\",\"ContributorInsightsAction\":\"ENABLE\"}");
    assertThat(call(other, "DescribeContributorInsights", "{\"TableName\":\"visits\"}"))
        .contains("\"ContributorInsightsStatus\":\"ENABLED\"");
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

  /** The new values of the attribute {@code n}, in the order of the stream. */
  private static List<String> newNumbers(int port, String arn) throws Exception {
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

  /** The value of a string member. */
  private static String member(String json, String name) {
    var found = Pattern.compile("\"" + name + "\":\"([^\"]+)\"").matcher(json);
    assertThat(found.find()).as(json).isTrue();
    return found.group(1);
  }
}
