package dev.gramme.conformance.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.conformance.support.Json;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.storage.Store;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.transfer.bucket.FolderBuckets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports: the layout of their files, their content, and their errors. */
class ExportTest {
  @TempDir Path folder;
  private Instant now = Instant.parse("2026-11-21T04:00:00Z");
  private TransferDatabase database;
  private Path bucket;

  /** A new store for a database. */
  Store store() {
    return new MemoryStore();
  }

  @BeforeEach
  void open() throws IOException {
    bucket = Files.createDirectories(folder.resolve("exports"));
    database = new TransferDatabase(store(), new FolderBuckets(folder), folder, () -> now);
    database.createTable("films");
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void a_full_export_has_the_layout_of_the_service() throws IOException {
    for (int i = 0; i < 10; i++) {
      put("film" + i, i);
    }
    now = now.plusSeconds(60);

    var begun = export("\"S3Prefix\":\"2026-Nov\"");
    var done = database.exported(begun);

    assertThat(begun.get("ExportStatus")).isEqualTo("IN_PROGRESS");
    assertThat(begun).doesNotContainKeys("EndTime", "ExportManifest", "ExportType", "ItemCount");
    assertThat(begun.get("ClientToken")).isNotNull();
    assertThat(begun.get("DestinationType")).isEqualTo("S3");
    assertThat(done.get("ExportStatus")).isEqualTo("COMPLETED");
    assertThat(number(done, "ItemCount")).isEqualTo(10);
    assertThat(number(done, "BilledSizeBytes")).isPositive();
    String arn = String.valueOf(done.get("ExportArn"));
    String id = arn.substring(arn.lastIndexOf('/') + 1);
    assertThat(id).matches("01795233660000-[0-9a-f]{8}");
    assertThat(done.get("ExportManifest"))
        .isEqualTo("2026-Nov/AWSDynamoDB/" + id + "/manifest-summary.json");
    assertThat(bucket.resolve("2026-Nov/AWSDynamoDB/" + id + "/_started")).isEmptyFile();

    var files = ExportedFiles.read(bucket, Json.member(done, "ExportManifest"));
    assertThat(files.keys())
        .hasSize(4)
        .allMatch(
            key -> key.matches("2026-Nov/AWSDynamoDB/" + id + "/data/[0-9a-z]{26}\\.json\\.gz"));
    assertThat(files.lines()).contains("{\"Item\":{\"n\":{\"N\":\"3\"},\"pk\":{\"S\":\"film3\"}}}");
    assertThat(files.summary())
        .containsEntry("version", "2020-06-30")
        .containsEntry("exportArn", arn)
        .containsEntry("startTime", "2026-11-21T04:01:00.000Z")
        .containsEntry("exportTime", "2026-11-21T04:01:00.000Z")
        .containsEntry("tableArn", "arn:aws:dynamodb:us-east-1:000000000000:table/films")
        .containsEntry("s3Bucket", "exports")
        .containsEntry("s3Prefix", "2026-Nov")
        .containsEntry("s3SseAlgorithm", "AES256")
        .containsEntry("s3SseKmsKeyId", null)
        .containsEntry("outputFormat", "DYNAMODB_JSON");
    try (var all = Files.walk(bucket)) {
      assertThat(all.filter(Files::isRegularFile)).hasSize(4 + 5);
    }
  }

  @Test
  void a_full_export_has_the_items_at_its_export_time() {
    put("stays", 1);
    put("changes", 1);
    put("goes", 1);
    now = now.plusSeconds(10);
    Instant then = now;
    now = now.plusSeconds(10);
    put("changes", 2);
    database.delete("films", "goes");
    put("comes", 2);
    put("changes", 3);

    var past = exportedLines("\"ExportTime\":" + then.getEpochSecond());
    var present = exportedLines("\"ExportFormat\":\"DYNAMODB_JSON\"");

    assertThat(past)
        .containsExactlyInAnyOrder(line("stays", 1), line("changes", 1), line("goes", 1));
    assertThat(present)
        .containsExactlyInAnyOrder(line("stays", 1), line("changes", 3), line("comes", 2));
  }

  @Test
  void entries_of_local_indexes_are_not_exported() {
    database.call(
        "CreateTable",
        """
        {"TableName":"sorted","BillingMode":"PAY_PER_REQUEST",
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
           {"AttributeName":"sk","AttributeType":"S"},{"AttributeName":"l","AttributeType":"S"}],
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},
           {"AttributeName":"sk","KeyType":"RANGE"}],
         "LocalSecondaryIndexes":[{"IndexName":"local",
           "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},
             {"AttributeName":"l","KeyType":"RANGE"}],
           "Projection":{"ProjectionType":"ALL"}}]}
        """);
    database.enableRecovery("sorted");
    for (String sort : List.of("a", "b")) {
      database.put(
          "sorted",
          Item.builder().put("pk", new S("p")).put("sk", new S(sort)).put("l", new S("x")).build());
    }

    var done = database.exported(database.export("sorted", "\"S3Bucket\":\"exports\""));

    assertThat(ExportedFiles.read(bucket, Json.member(done, "ExportManifest")).lines()).hasSize(2);
  }

  @Test
  void an_ion_export_has_one_document_per_line() {
    database.put(
        "films",
        Item.builder()
            .put("pk", new S("a"))
            .put("n", N.of(600))
            .put("name with spaces", new dev.gramme.model.AttributeValue.SS(List.of("x", "y")))
            .build());

    assertThat(exportedLines("\"ExportFormat\":\"ION\""))
        .containsExactly(
            "$ion_1_0 {Item:{n:6d2,'name with spaces':$dynamodb_SS::[\"x\",\"y\"],pk:\"a\"}}");
  }

  @Test
  void an_incremental_export_has_one_record_per_changed_item() {
    put("stays", 1);
    put("changes", 1);
    put("goes", 1);
    put("comes back the same", 1);
    now = now.plus(Duration.ofMinutes(1));
    Instant from = now;
    put("changes", 2);
    now = now.plus(Duration.ofMinutes(10));
    put("changes", 3);
    database.delete("films", "goes");
    put("comes", 1);
    put("comes and goes", 1);
    database.delete("films", "comes and goes");
    database.delete("films", "comes back the same");
    put("comes back the same", 1);
    now = now.plus(Duration.ofMinutes(10));
    Instant to = now;
    put("changes", 4);
    put("is late", 1);

    var both = exportIncrement(from, to, "NEW_AND_OLD_IMAGES");
    var fresh = exportIncrement(from, to, "NEW_IMAGE");

    assertThat(both.keys())
        .allMatch(key -> key.matches("AWSDynamoDB/data/[0-9a-z]{26}\\.json\\.gz"));
    assertThat(both.lines()).hasSize(3);
    String micros = "1795234260000000";
    assertThat(both.lines())
        .contains(
            "{\"Metadata\":{\"WriteTimestampMicros\":{\"N\":\""
                + micros
                + "\"}},"
                + "\"Keys\":{\"pk\":{\"S\":\"changes\"}},"
                + "\"OldImage\":{\"n\":{\"N\":\"1\"},\"pk\":{\"S\":\"changes\"}},"
                + "\"NewImage\":{\"n\":{\"N\":\"3\"},\"pk\":{\"S\":\"changes\"}}}")
        .anyMatch(line ->
            line.contains("\"goes\"") && line.contains("OldImage") && !line.contains("NewImage"))
        .anyMatch(line ->
            line.contains("\"comes\"") && !line.contains("OldImage") && line.contains("NewImage"));
    assertThat(fresh.lines())
        .hasSize(3)
        .noneMatch(line -> line.contains("OldImage"))
        .anyMatch(line -> line.endsWith("\"Keys\":{\"pk\":{\"S\":\"goes\"}}}"));
    assertThat(both.summary())
        .containsEntry("version", "2023-08-01")
        .containsEntry("exportFromTime", "2026-11-21T04:01:00.000Z")
        .containsEntry("exportToTime", "2026-11-21T04:21:00.000Z")
        .containsEntry("exportType", "INCREMENTAL_EXPORT")
        .containsEntry("outputView", "NEW_AND_OLD_IMAGES")
        .doesNotContainKey("exportTime");
  }

  @Test
  void an_export_to_a_missing_bucket_fails() {
    var done = database.exported(database.export("films", "\"S3Bucket\":\"no-such-bucket\""));

    assertThat(done.get("ExportStatus")).isEqualTo("FAILED");
    assertThat(done.get("FailureCode")).isEqualTo("S3NoSuchBucket");
    assertThat(done.get("FailureMessage")).asString().contains("bucket does not exist");
  }

  @Test
  void a_client_token_identifies_its_export_for_eight_hours() {
    var first = export("\"ClientToken\":\"once\"");
    var second = export("\"ClientToken\":\"once\"");

    assertThat(second.get("ExportArn")).isEqualTo(first.get("ExportArn"));
    assertThatThrownBy(() -> export("\"ClientToken\":\"once\",\"ExportFormat\":\"ION\""))
        .isInstanceOfSatisfying(
            ApiError.class,
            error -> {
              assertThat(error.type().shape()).isEqualTo("ExportConflictException");
              assertThat(error.text().orElse(""))
                  .startsWith("Export conflict: Duplicate request detected");
            });
    now = now.plus(Duration.ofHours(8));
    assertThat(export("\"ClientToken\":\"once\"").get("ExportArn"))
        .isNotEqualTo(first.get("ExportArn"));
  }

  @Test
  void times_that_cannot_be_recovered_are_refused() {
    now = now.plus(Duration.ofDays(2));
    long second = now.getEpochSecond();
    String type = "\"ExportType\":\"INCREMENTAL_EXPORT\",\"IncrementalExportSpecification\":";
    for (String refused :
        List.of(
            "\"ExportTime\":" + (second + 1),
            "\"ExportTime\":" + (second - 3 * 86_400),
            type + "{\"ExportFromTime\":" + (second - 60) + "}",
            type + "{\"ExportFromTime\":" + (second - 90_000) + "}",
            type
                + "{\"ExportFromTime\":"
                + (second - 3 * 86_400)
                + ",\"ExportToTime\":"
                + (second - 3 * 86_400 + 3600)
                + "}",
            type + "{\"ExportFromTime\":" + second + ",\"ExportToTime\":" + (second - 1) + "}")) {
      assertThatThrownBy(() -> export(refused))
          .as(refused)
          .isInstanceOfSatisfying(
              ApiError.class,
              error -> assertThat(error.type().shape()).isEqualTo("InvalidExportTimeException"));
    }
  }

  @Test
  void exports_are_listed_even_after_the_deletion_of_their_table() {
    var first = database.exported(export("\"ExportFormat\":\"ION\""));
    now = now.plusSeconds(1);
    var second = database.exported(export("\"ExportType\":\"FULL_EXPORT\""));
    database.call("DeleteTable", "{\"TableName\":\"films\"}");

    var page = database.call("ListExports", "{\"MaxResults\":1}");
    var rest =
        database.call(
            "ListExports", "{\"MaxResults\":1,\"NextToken\":\"" + page.get("NextToken") + "\"}");

    assertThat(Json.elements(Json.member(page, "ExportSummaries")))
        .containsExactly(
            Map.of(
                "ExportArn", Json.member(second, "ExportArn"),
                "ExportStatus", "COMPLETED",
                "ExportType", "FULL_EXPORT"));
    assertThat(Json.elements(Json.member(rest, "ExportSummaries")))
        .singleElement()
        .asString()
        .contains(String.valueOf(first.get("ExportArn")));
    assertThat(rest).doesNotContainKey("NextToken");
    assertThat(second.get("ExportType")).isEqualTo("FULL_EXPORT");
  }

  @Test
  void a_page_of_the_listing_has_ten_exports() {
    for (int i = 0; i < 11; i++) {
      export("\"ExportFormat\":\"ION\"");
      now = now.plusMillis(1);
    }

    var page = database.call("ListExports", "{}");

    assertThat(Json.elements(Json.member(page, "ExportSummaries"))).hasSize(10);
    assertThat(page).containsKey("NextToken");
  }

  private void put(String key, int n) {
    database.put("films", Item.of("pk", new S(key), "n", N.of(n)));
  }

  private static String line(String key, int n) {
    return "{\"Item\":{\"n\":{\"N\":\"" + n + "\"},\"pk\":{\"S\":\"" + key + "\"}}}";
  }

  private static long number(Map<String, @Nullable Object> object, String name) {
    return ((Number) Json.member(object, name)).longValue();
  }

  private Map<String, @Nullable Object> export(String members) {
    return database.export("films", "\"S3Bucket\":\"exports\"," + members);
  }

  private List<String> exportedLines(String members) {
    var done = database.exported(export(members));
    return ExportedFiles.read(bucket, Json.member(done, "ExportManifest")).lines();
  }

  private ExportedFiles exportIncrement(Instant from, Instant to, String view) {
    var done =
        database.exported(
            export(
                "\"ExportType\":\"INCREMENTAL_EXPORT\",\"IncrementalExportSpecification\":"
                    + "{\"ExportFromTime\":%d,\"ExportToTime\":%d,\"ExportViewType\":\"%s\"}"
                        .formatted(from.getEpochSecond(), to.getEpochSecond(), view)));
    return ExportedFiles.read(bucket, Json.member(done, "ExportManifest"));
  }
}
