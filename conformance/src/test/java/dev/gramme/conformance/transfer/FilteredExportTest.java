package dev.gramme.conformance.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.Json;
import dev.gramme.storage.Store;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.transfer.bucket.FolderBuckets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports with a FilterSpecification: their items, attributes and billed sizes. */
class FilteredExportTest {
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
    database.call(
        "CreateTable",
        """
        {"TableName":"orders","BillingMode":"PAY_PER_REQUEST",
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
           {"AttributeName":"sk","AttributeType":"N"}],
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},
           {"AttributeName":"sk","KeyType":"RANGE"}]}
        """);
    database.enableRecovery("orders");
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void a_filter_selects_items_and_a_projection_selects_attributes() {
    put("a", 1, "open");
    put("a", 2, "paid");
    put("b", 1, "paid");

    var done =
        exported(
            """
            "FilterSpecification":{"FilterExpression":"#s = :paid AND sk < :two",
             "ProjectionExpression":"pk, #s","ExpressionAttributeNames":{"#s":"state"},
             "ExpressionAttributeValues":{":paid":{"S":"paid"},":two":{"N":"2"}}}\
            """);

    assertThat(lines(done))
        .containsExactly("{\"Item\":{\"pk\":{\"S\":\"b\"},\"state\":{\"S\":\"paid\"}}}");
    assertThat(done.get("FilterSpecification"))
        .isEqualTo(
            Json.object(
                """
                {"FilterExpression":"#s = :paid AND sk < :two","ProjectionExpression":"pk, #s",
                 "ExpressionAttributeNames":{"#s":"state"},
                 "ExpressionAttributeValues":{":paid":{"S":"paid"},":two":{"N":"2"}}}\
                """));
  }

  @Test
  void all_read_items_are_billed_and_a_key_condition_reads_one_partition() {
    put("a", 1, "open");
    put("a", 2, "paid");
    put("a", 3, "paid");
    for (int i = 0; i < 20; i++) {
      put("other" + i, 2, "paid");
    }

    var all = exported("\"ExportFormat\":\"DYNAMODB_JSON\"");
    var filtered =
        exported(
            """
            "FilterSpecification":{"FilterExpression":"pk = :a",
             "ExpressionAttributeValues":{":a":{"S":"a"}}}\
            """);
    var keyed =
        exported(
            """
            "FilterSpecification":{"KeyConditionExpression":"pk = :a AND sk BETWEEN :2 AND :9",
             "FilterExpression":"attribute_exists(#s)",
             "ExpressionAttributeNames":{"#s":"state"},
             "ExpressionAttributeValues":{":a":{"S":"a"},":2":{"N":"2"},":9":{"N":"9"}}}\
            """);

    assertThat(lines(all)).hasSize(23);
    assertThat(lines(filtered))
        .containsExactly(line("a", 1, "open"), line("a", 2, "paid"), line("a", 3, "paid"));
    assertThat(filtered.get("BilledSizeBytes")).isEqualTo(all.get("BilledSizeBytes"));
    assertThat(lines(keyed)).containsExactly(line("a", 2, "paid"), line("a", 3, "paid"));
    assertThat(Json.text(keyed.get("BilledSizeBytes"))).isEqualTo("32");
  }

  @Test
  void a_filter_applies_to_the_items_at_the_export_time() {
    put("a", 1, "open");
    put("a", 2, "open");
    Instant then = now.plusSeconds(10);
    now = then.plusSeconds(10);
    put("a", 1, "paid");
    put("a", 3, "open");

    var done =
        exported(
            """
            "ExportTime":%d,"FilterSpecification":{"KeyConditionExpression":"pk = :a",
             "FilterExpression":"#s = :open","ExpressionAttributeNames":{"#s":"state"},
             "ExpressionAttributeValues":{":a":{"S":"a"},":open":{"S":"open"}}}\
            """
                .formatted(then.getEpochSecond()));

    assertThat(lines(done)).containsExactly(line("a", 1, "open"), line("a", 2, "open"));
  }

  @Test
  void an_incremental_export_filters_by_the_new_image_or_the_old_one_of_deleted_items() {
    Instant from = now.plusSeconds(10);
    put("a", 1, "open");
    put("a", 2, "paid");
    put("a", 3, "paid");
    put("a", 4, "open");
    put("b", 1, "paid");
    now = from.plusSeconds(10);
    put("a", 1, "paid");
    put("a", 2, "open");
    delete("a", 3);
    delete("a", 4);
    put("b", 1, "paid again");
    now = from.plusSeconds(1200);

    assertThat(increment(from, "NEW_AND_OLD_IMAGES"))
        .containsExactly(
            changed(
                1,
                "\"OldImage\":{\"state\":{\"S\":\"open\"}},\"NewImage\":{\"state\":{\"S\":\"paid\"}}"),
            changed(3, "\"OldImage\":{\"state\":{\"S\":\"paid\"}}"));
    assertThat(increment(from, "NEW_IMAGE"))
        .containsExactly(changed(1, "\"NewImage\":{\"state\":{\"S\":\"paid\"}}"), changed(3, ""));
  }

  private List<String> increment(Instant from, String view) {
    return lines(
            exported(
                """
                "ExportType":"INCREMENTAL_EXPORT","IncrementalExportSpecification":
                 {"ExportFromTime":%d,"ExportToTime":%d,"ExportViewType":"%s"},
                "FilterSpecification":{"KeyConditionExpression":"pk = :a",
                 "FilterExpression":"#s = :paid","ProjectionExpression":"#s",
                 "ExpressionAttributeNames":{"#s":"state"},
                 "ExpressionAttributeValues":{":a":{"S":"a"},":paid":{"S":"paid"}}}\
                """
                    .formatted(from.getEpochSecond(), now.getEpochSecond(), view)))
        .stream()
        .map(line -> line.replaceAll("\"Metadata\":\\{[^}]*}},?", ""))
        .toList();
  }

  private static String changed(int sk, String images) {
    return "{\"Keys\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"}}%s}"
        .formatted(sk, images.isEmpty() ? "" : "," + images);
  }

  private static String line(String pk, int sk, String state) {
    return "{\"Item\":{\"pk\":{\"S\":\"%s\"},\"sk\":{\"N\":\"%d\"},\"state\":{\"S\":\"%s\"}}}"
        .formatted(pk, sk, state);
  }

  private void put(String pk, int sk, String state) {
    database.call(
        "PutItem",
        "{\"TableName\":\"orders\",\"Item\":{\"pk\":{\"S\":\"%s\"},\"sk\":{\"N\":\"%d\"},\"state\":{\"S\":\"%s\"}}}"
            .formatted(pk, sk, state));
  }

  private void delete(String pk, int sk) {
    database.call(
        "DeleteItem",
        "{\"TableName\":\"orders\",\"Key\":{\"pk\":{\"S\":\"%s\"},\"sk\":{\"N\":\"%d\"}}}"
            .formatted(pk, sk));
  }

  private Map<String, @Nullable Object> exported(String members) {
    return database.exported(database.export("orders", "\"S3Bucket\":\"exports\"," + members));
  }

  private List<String> lines(Map<String, @Nullable Object> done) {
    return ExportedFiles.read(bucket, Json.member(done, "ExportManifest")).lines();
  }
}
