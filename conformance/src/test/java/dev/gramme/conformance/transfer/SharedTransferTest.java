package dev.gramme.conformance.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.Json;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.storage.postgres.PostgresStore;
import dev.gramme.storage.postgres.PostgresStoreOptions;
import dev.gramme.storage.postgres.TestPostgres;
import dev.gramme.testkit.Eventually;
import dev.gramme.transfer.bucket.FolderBuckets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Imports and exports of two servers with one database in PostgreSQL and one folder of buckets. The
 * first server is suspended during its work and continues after the second one has taken over.
 */
@Tag("slow")
final class SharedTransferTest {
  private static final Instant START = Instant.parse("2026-11-21T04:00:00Z");
  private static final int OBJECTS = 6;
  private static final int ITEMS = 300;
  private static final int PARTITIONS = 4;

  @TempDir Path folder;
  private final PostgresStoreOptions options = TestPostgres.options();
  private final List<TransferDatabase> databases = new ArrayList<>();
  private final CountDownLatch suspended = new CountDownLatch(1);
  private final CountDownLatch resumed = new CountDownLatch(1);

  @AfterEach
  void close() {
    resumed.countDown();
    databases.forEach(TransferDatabase::close);
  }

  /** A server that is suspended when it reaches an object. */
  private TransferDatabase server(Predicate<String> object) {
    var buckets =
        new WatchedBuckets(
            new FolderBuckets(folder),
            key -> {
              if (object.test(key)) {
                suspended.countDown();
                await(resumed);
              }
            });
    var database = new TransferDatabase(PostgresStore.open(options), buckets, folder, () -> START);
    databases.add(database);
    return database;
  }

  private TransferDatabase server() {
    return server(object -> false);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Lets so much time pass that a server takes over the work of a dead one. */
  private static void takeOver(TransferDatabase database) {
    for (int i = 0; i < 6; i++) {
      database.engine().advance(Lease.INTERVAL);
    }
  }

  private static void awaitWork(TransferDatabase database) {
    Eventually.holds(
        "the work is done",
        () ->
            database.engine().catalog().lifecycle().jobs().stream()
                .noneMatch(job -> job.kind().startsWith("table ")));
  }

  private static long number(Map<String, @Nullable Object> object, String name) {
    return ((Number) Json.member(object, name)).longValue();
  }

  private void writeObjects() throws IOException {
    Path bucket = Files.createDirectories(folder.resolve("files/data"));
    for (int i = 0; i < OBJECTS; i++) {
      var lines = new StringBuilder("{\"Item\":{\"no\":{\"S\":\"key\"}}}\n");
      for (int j = 0; j < ITEMS; j++) {
        lines.append("{\"Item\":{\"pk\":{\"S\":\"%d-%d\"}}}\n".formatted(i, j));
      }
      lines.append("{\"Item\":{\"pk\":{\"S\":\"all\"},\"n\":{\"N\":\"%d\"}}}\n".formatted(i));
      Files.writeString(bucket.resolve("%02d.json".formatted(i)), lines);
    }
  }

  private static Object item(TransferDatabase database, String key) {
    return Json.member(
        database.call(
            "GetItem", "{\"TableName\":\"items\",\"Key\":{\"pk\":{\"S\":\"" + key + "\"}}}"),
        "Item");
  }

  @Test
  void an_import_is_completed_by_another_server_and_the_first_one_writes_no_more()
      throws IOException {
    writeObjects();
    var one = server(object -> object.endsWith("03.json"));
    var other = server();
    var begun = one.beginImport("items", "DYNAMODB_JSON", "NONE", "files", "data/");
    await(suspended);
    assertThat(described(other, begun).get("ImportStatus")).isEqualTo("IN_PROGRESS");

    takeOver(other);
    var done = other.imported(begun);
    assertThat(done.get("FailureCode")).isEqualTo("ItemValidationError");
    assertThat(number(done, "ErrorCount")).isEqualTo(OBJECTS);
    assertThat(number(done, "ProcessedItemCount")).isEqualTo(OBJECTS * (ITEMS + 2L));
    assertThat(number(done, "ImportedItemCount")).isEqualTo(OBJECTS * (ITEMS + 1L));
    var counted = other.call("Scan", "{\"TableName\":\"items\",\"Select\":\"COUNT\"}");
    assertThat(number(counted, "Count")).isEqualTo(OBJECTS * ITEMS + 1L);
    assertThat(item(other, "all").toString()).contains("" + (OBJECTS - 1));

    // The first server would import this item next.
    other.put("items", Item.of("pk", new S("3-0"), "n", N.of(7)));
    Object changed = item(other, "3-0");
    resumed.countDown();
    awaitWork(one);
    assertThat(item(one, "3-0")).isEqualTo(changed);
    assertThat(described(one, begun)).isEqualTo(done);
  }

  private static Map<String, @Nullable Object> described(
      TransferDatabase database, Map<String, @Nullable Object> begun) {
    return Json.members(
        Json.member(
            database.call("DescribeImport", "{\"ImportArn\":\"" + begun.get("ImportArn") + "\"}"),
            "ImportTableDescription"));
  }

  @Test
  void an_export_is_completed_by_another_server_with_the_items_at_its_export_time()
      throws IOException {
    Path bucket = Files.createDirectories(folder.resolve("files"));
    var files = new ArrayList<String>();
    var one =
        server(object -> {
          boolean isSecond = object.endsWith(".json.gz") && files.size() == 1;
          if (object.endsWith(".json.gz")) {
            files.add(object);
          }
          return isSecond;
        });
    var other = server();
    one.createTable("items");
    for (int i = 0; i < ITEMS; i++) {
      one.put("items", Item.of("pk", new S("i" + i), "n", N.of(1)));
    }
    var begun = one.export("items", "\"S3Bucket\":\"files\"");
    await(suspended);
    for (int i = 0; i < ITEMS; i += 2) {
      other.put("items", Item.of("pk", new S("i" + i), "n", N.of(2)));
      other.delete("items", "i" + (i + 1));
    }

    takeOver(other);
    var done = other.exported(begun);
    assertThat(done.get("ExportStatus")).isEqualTo("COMPLETED");
    check(bucket, done);

    resumed.countDown();
    awaitWork(one);
    check(bucket, done);
    assertThat(one.exported(begun)).isEqualTo(done);
  }

  private static void check(Path bucket, Map<String, @Nullable Object> done) {
    assertThat(ExportedFiles.read(bucket, Json.member(done, "ExportManifest")).lines())
        .hasSize(ITEMS)
        .doesNotHaveDuplicates()
        .allMatch(line -> line.contains("{\"N\":\"1\"}"));
    assertThat(Folders.files(bucket))
        .hasSize(PARTITIONS + 5)
        .noneMatch(file -> file.endsWith(".part"));
  }

  @Test
  void a_request_that_two_servers_receive_begins_one_import_and_one_export() throws Exception {
    writeObjects();
    var one = server();
    var other = server();
    String request =
        """
        {"ClientToken":"once","S3BucketSource":{"S3Bucket":"files","S3KeyPrefix":"data/"},
         "InputFormat":"DYNAMODB_JSON","TableCreationParameters":{"TableName":"items",
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"}}
        """;
    var imports = both(one, other, "ImportTable", request, "ImportTableDescription");
    assertThat(imports.getFirst().get("ImportArn")).isEqualTo(imports.getLast().get("ImportArn"));
    assertThat(Json.elements(Json.member(one.call("ListImports", "{}"), "ImportSummaryList")))
        .hasSize(1);
    var done = one.imported(imports.getFirst());
    assertThat(number(done, "ImportedItemCount")).isEqualTo(OBJECTS * (ITEMS + 1L));

    one.enableRecovery("items");
    String export =
        """
        {"TableArn":"arn:aws:dynamodb:us-east-1:000000000000:table/items","S3Bucket":"files",
         "ClientToken":"once"}
        """;
    var exports = both(one, other, "ExportTableToPointInTime", export, "ExportDescription");
    assertThat(exports.getFirst().get("ExportArn")).isEqualTo(exports.getLast().get("ExportArn"));
    assertThat(Json.elements(Json.member(other.call("ListExports", "{}"), "ExportSummaries")))
        .hasSize(1);
    assertThat(number(other.exported(exports.getFirst()), "ItemCount"))
        .isEqualTo(OBJECTS * ITEMS + 1L);
  }

  /** The answers of two servers to the same request at the same time. */
  private static List<Map<String, @Nullable Object>> both(
      TransferDatabase one, TransferDatabase other, String operation, String request, String member)
      throws Exception {
    try (var threads = Executors.newFixedThreadPool(2)) {
      List<Callable<Map<String, @Nullable Object>>> calls =
          List.of(() -> one.call(operation, request), () -> other.call(operation, request));
      var answers = new ArrayList<Map<String, @Nullable Object>>();
      for (var answer : threads.invokeAll(calls)) {
        answers.add(Json.members(Json.member(answer.get(), member)));
      }
      return answers;
    }
  }

  @Test
  void the_work_of_a_server_that_is_closed_is_continued_within_one_interval() throws IOException {
    writeObjects();
    var one = server(object -> object.endsWith("03.json"));
    var other = server();
    var begun = one.beginImport("items", "DYNAMODB_JSON", "NONE", "files", "data/");
    await(suspended);
    var closing = Thread.ofPlatform().start(() -> one.engine().close());
    Eventually.holds(
        "the first server closes", () -> one.engine().catalog().lifecycle().isClosed());
    resumed.countDown();
    Eventually.holds("the first server is closed", () -> !closing.isAlive());

    other.engine().advance(Lease.INTERVAL.plus(Duration.ofSeconds(1)));
    assertThat(number(other.imported(begun), "ImportedItemCount"))
        .isEqualTo(OBJECTS * (ITEMS + 1L));
  }
}
