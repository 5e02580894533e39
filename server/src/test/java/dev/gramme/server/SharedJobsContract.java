package dev.gramme.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.Eventually;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * Work that lasts longer than a request, on two servers with one shared store: copies of tables,
 * imports, exports and functions, item counts, and the movement of the clock.
 */
abstract class SharedJobsContract extends TwoServers {
  private static final int IMPORTED = 300;
  private static final Pattern BACKUP_ARN = Pattern.compile("\"BackupArn\":\"([^\"]+)\"");

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
  void a_table_is_imported_by_one_server_and_exported_by_the_other() throws Exception {
    Path bucket = Files.createDirectories(folder.resolve("buckets").resolve("files"));
    var lines = new StringBuilder("{\"Item\":{\"pk\":{\"S\":\"twice\"},\"n\":{\"N\":\"1\"}}}\n");
    for (int i = 0; i < IMPORTED; i++) {
      lines.append("{\"Item\":{\"pk\":{\"S\":\"item%d\"},\"n\":{\"N\":\"0\"}}}\n".formatted(i));
    }
    lines.append(
        "{\"Item\":{\"pk\":{\"S\":\"twice\"},\"n\":{\"N\":\"0\"}}}\n{\"Item\":{\"no\":{\"S\":\"\"}}}\n");
    Files.writeString(bucket.resolve("in.json"), lines);
    String importing =
        call(
            one,
            "ImportTable",
            """
            {"ClientToken":"stock","S3BucketSource":{"S3Bucket":"files","S3KeyPrefix":"in"},
            "InputFormat":"DYNAMODB_JSON","TableCreationParameters":{"TableName":"stock",
            "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
            {"AttributeName":"n","AttributeType":"N"}],
            "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST",
            "GlobalSecondaryIndexes":[{"IndexName":"numbers","KeySchema":
            [{"AttributeName":"n","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}]}}\
            """);
    String imported =
        Eventually.get(
            "the import has ended",
            PATIENCE,
            () ->
                call(
                    other,
                    "DescribeImport",
                    "{\"ImportArn\":\"" + member(importing, "ImportArn") + "\"}"),
            found -> !found.contains("IN_PROGRESS"));
    // One item has no key.
    assertThat(imported).contains("\"ErrorCount\":1").contains("\"ImportedItemCount\":302");
    awaitTable(other, "stock");
    assertThat(count(other, "stock")).contains("\"Count\":301,");
    assertThat(get(other, "stock", "twice")).contains("\"n\":{\"N\":\"0\"}");
    assertThat(
            call(
                other,
                "Query",
                """
                {"TableName":"stock","IndexName":"numbers","KeyConditionExpression":"n = :zero",
                "ExpressionAttributeValues":{":zero":{"N":"0"}},"Select":"COUNT"}\
                """))
        .contains("\"Count\":301,");
    checkExport(bucket);
  }

  /** Exports the table while both servers change it. */
  private void checkExport(Path bucket) throws Exception {
    call(
        one,
        "UpdateContinuousBackups",
        """
        {"TableName":"stock","PointInTimeRecoverySpecification":
        {"PointInTimeRecoveryEnabled":true}}\
        """);
    put(one, "stock", "item0", ",\"n\":{\"N\":\"0\"},\"since\":{\"S\":\"before\"}");
    String exporting =
        call(
            other,
            "ExportTableToPointInTime",
            """
            {"TableArn":"%s","S3Bucket":"files","S3Prefix":"out"}\
            """
                .formatted(
                    member(call(one, "DescribeTable", "{\"TableName\":\"stock\"}"), "TableArn")));
    var arn = member(exporting, "ExportArn");
    var exported = "";
    for (int i = 0; !exported.contains("COMPLETED") && !exported.contains("FAILED"); i++) {
      put(i % 2 == 0 ? one : other, "stock", "item" + i % 400, ",\"n\":{\"N\":\"2\"}");
      exported = call(one, "DescribeExport", "{\"ExportArn\":\"" + arn + "\"}");
    }
    assertThat(exported).contains("COMPLETED").contains("\"ItemCount\":301");
    var found = new ArrayList<String>();
    try (var files = Files.walk(bucket.resolve("out"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".json.gz")).toList()) {
        try (var unpacked = new GZIPInputStream(Files.newInputStream(file))) {
          found.addAll(new String(unpacked.readAllBytes(), UTF_8).lines().toList());
        }
      }
    }
    assertThat(found)
        .hasSize(IMPORTED + 1)
        .doesNotHaveDuplicates()
        .allMatch(line -> line.contains("\"n\":{\"N\":\"0\"}"))
        .anyMatch(line -> line.contains("before"));
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
  void servers_divide_a_function_and_continue_what_another_one_ran() throws Exception {
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
      for (Node server : List.of(first, second)) {
        Eventually.get(
            "the server runs a part of the function",
            PATIENCE,
            () -> {
              fill(one, "mails", BATCH);
              return function(server, "GET", "").body();
            },
            status -> !status.contains("\"Records\":0,"));
      }
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

  private HttpResponse<String> function(Node server, String method, String mapping)
      throws Exception {
    return page(server, "/functions/mailer", method, mapping);
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
}
