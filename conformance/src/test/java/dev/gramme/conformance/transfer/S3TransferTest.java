package dev.gramme.conformance.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.gramme.conformance.support.Json;
import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Binary;
import dev.gramme.model.Item;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.testkit.Eventually;
import dev.gramme.transfer.bucket.Bucket;
import dev.gramme.transfer.bucket.BucketAddress;
import dev.gramme.transfer.bucket.Encryption;
import dev.gramme.transfer.s3.Link;
import dev.gramme.transfer.s3.Retries;
import dev.gramme.transfer.s3.S3Buckets;
import dev.gramme.transfer.s3.S3Endpoint;
import dev.gramme.transfer.s3.S3Server;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports from and exports to an S3 server, which may fail and return meanwhile. */
@Tag("slow")
final class S3TransferTest {
  private static final Retries PATIENT =
      new Retries(100, Duration.ofMillis(10), Duration.ofMillis(100));
  private static final int LARGE_ITEMS = 24;

  @TempDir Path folder;
  private Instant now = Instant.parse("2026-11-21T04:00:00Z");
  private S3Server server;
  private Link link;
  private S3Buckets buckets;
  private MemoryStore store;
  private TransferDatabase database;

  @BeforeEach
  void open() throws Exception {
    server = new S3Server().withBucket("files");
    link = new Link(server.endpoint().uri());
    store = new MemoryStore();
    connect(PATIENT);
  }

  @AfterEach
  void close() throws Exception {
    database.close();
    buckets.close();
    link.close();
    server.close();
  }

  private void connect(Retries retries) {
    buckets =
        S3Buckets.at(
            S3Endpoint.of(link.uri(), "us-east-1")
                .withCredentials("reader", "secret")
                .withRetries(retries));
    database = new TransferDatabase(store, buckets, folder, () -> now);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DYNAMODB_JSON", "ION"})
  void an_import_of_an_export_restores_its_items(String format) {
    database.createTable("items");
    for (int i = 0; i < 300; i++) {
      database.put("items", Item.of("pk", new S("i" + i), "n", N.of(i)));
    }

    var exported = database.exported(database.export("items", members("ExportFormat", format)));
    assertThat(exported.get("ExportStatus")).isEqualTo("COMPLETED");
    var imported =
        database.imported(
            database.beginImport("again", format, "GZIP", "files", folderOf(exported) + "data/"));

    assertThat(imported.get("ImportStatus")).isEqualTo("COMPLETED");
    assertThat(scan("again")).containsExactlyInAnyOrderElementsOf(scan("items"));
    assertThat(keys(folderOf(exported)))
        .hasSize(4 + 5)
        .contains(folderOf(exported) + "_started", folderOf(exported) + "manifest-summary.json");
  }

  @Test
  void an_export_and_an_import_survive_lost_connections() {
    createLargeTable();
    link.cutEvery((6 << 20) - 1000);
    var exported = database.exported(database.export("large", members("S3Prefix", "x")));
    assertThat(exported.get("ExportStatus")).isEqualTo("COMPLETED");
    int cuts = link.cuts();
    assertThat(cuts).isPositive();

    link.cutEvery(2 << 20);
    var imported =
        database.imported(
            database.beginImport(
                "again", "DYNAMODB_JSON", "GZIP", "files", folderOf(exported) + "data/"));

    assertThat(imported.get("ImportStatus")).isEqualTo("COMPLETED");
    assertThat(link.cuts()).isGreaterThan(cuts + 2);
    link.mend();
    assertThat(scan("again")).containsExactlyInAnyOrderElementsOf(scan("large"));
    assertThat(server.store().listMultipartUploads("files")).isEmpty();
  }

  @Test
  void an_export_and_an_import_wait_for_the_restart_of_their_server() throws Exception {
    createLargeTable();
    server.stop();
    var begun = database.export("large", members("S3Prefix", "x"));
    server.restart();
    var exported = database.exported(begun);
    assertThat(exported.get("ExportStatus")).isEqualTo("COMPLETED");

    link.downAfter(3 << 20);
    var importing =
        database.beginImport(
            "again", "DYNAMODB_JSON", "GZIP", "files", folderOf(exported) + "data/");
    Eventually.get("the connection is down", Duration.ofMinutes(10), link::isDown, down -> down);
    server.stop();
    server.restart();
    link.mend();

    assertThat(database.imported(importing).get("ImportStatus")).isEqualTo("COMPLETED");
    assertThat(scan("again")).containsExactlyInAnyOrderElementsOf(scan("large"));
  }

  @Test
  void without_a_server_an_export_fails_and_leaves_no_data_files() {
    reconnect(S3Server.SHORT);
    createLargeTable();
    link.downAfter(8 << 20);

    var exported = database.exported(database.export("large", members("S3Prefix", "x")));

    assertThat(exported.get("ExportStatus")).isEqualTo("FAILED");
    assertThat(exported.get("FailureCode")).isEqualTo("S3InternalError");
    assertThat(exported.get("FailureMessage"))
        .isEqualTo("We encountered an internal error. Please try again.");
    link.mend();
    assertThat(keys("")).containsExactly(folderOf(exported) + "_started");
  }

  @Test
  void without_a_server_an_import_fails_and_keeps_the_imported_items() {
    putObject("in/1.json", lines(0, 10));
    putObject("in/2.json", lines(10, 30_000));
    reconnect(S3Server.SHORT);
    link.downAfter(300_000);

    var imported =
        database.imported(database.beginImport("items", "DYNAMODB_JSON", "NONE", "files", "in/"));

    assertThat(imported.get("ImportStatus")).isEqualTo("FAILED");
    assertThat(imported.get("FailureCode")).isEqualTo("S3InternalError");
    assertThat(number(imported, "ErrorCount")).isZero();
    assertThat(scan("items")).hasSizeBetween(10, 29_999);
  }

  @Test
  void an_import_resumes_where_a_close_stopped_it() {
    putObject("in/1.json", lines(0, 100));
    putObject("in/2.json", lines(100, 20_000));
    link.downAfter(200_000);
    database.beginImport("items", "DYNAMODB_JSON", "NONE", "files", "in/");
    Eventually.get("the connection is down", Duration.ofMinutes(10), link::isDown, down -> down);
    var closing = Thread.ofPlatform().daemon().start(database.engine()::close);
    Eventually.get(
        "the database is closing",
        Duration.ofMinutes(10),
        () -> database.engine().catalog().lifecycle().isClosed(),
        closed -> closed);
    link.mend();
    join(closing);
    var left = store.fork();
    database.close();
    buckets.close();
    store = left;
    connect(PATIENT);

    var listed = database.call("ListImports", "{}");
    var summary = Json.elements(Json.member(listed, "ImportSummaryList")).getFirst();
    var imported = database.imported(Json.members(Objects.requireNonNull(summary)));

    assertThat(imported.get("ImportStatus")).isEqualTo("COMPLETED");
    assertThat(scan("items")).hasSize(20_000);
  }

  @Test
  @Tag("long") // S3BucketTest reads listings of many pages in every build.
  void more_objects_than_a_page_of_a_listing_are_imported() throws IOException {
    importObjects(1003, "NONE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GZIP", "ZSTD"})
  void compressed_objects_are_imported(String compression) throws IOException {
    importObjects(3, compression);
  }

  private void importObjects(int count, String compression) throws IOException {
    for (int i = 0; i < count; i++) {
      putObject("in/" + i, compressed(lines(i, i + 1), compression));
    }

    var imported =
        database.imported(
            database.beginImport("items", "DYNAMODB_JSON", compression, "files", "in/"));

    assertThat(imported.get("ImportStatus")).isEqualTo("COMPLETED");
    assertThat(number(imported, "ImportedItemCount")).isEqualTo(count);
    assertThat(scan("items")).hasSize(count);
  }

  @Test
  void transfers_with_a_missing_bucket_fail_and_leave_no_table() {
    database.createTable("items");
    var exported = database.exported(database.export("items", "\"S3Bucket\":\"no-such\""));
    var imported =
        database.imported(database.beginImport("again", "ION", "NONE", "no-such", "in/"));

    assertThat(exported.get("FailureCode")).isEqualTo("S3NoSuchBucket");
    assertThat(imported.get("FailureCode")).isEqualTo("S3NoSuchBucket");
    assertThat(String.valueOf(imported.get("FailureMessage")))
        .startsWith("The specified bucket does not exist (Service: Amazon S3; Status Code: 404;");
    assertThat(Json.text(database.call("ListTables", "{}").get("TableNames")))
        .isEqualTo("[\"items\"]");
  }

  @Test
  void keys_of_kms_are_passed_on_and_returned() {
    database.createTable("items");

    var begun =
        database.export(
            "items", members("S3SseAlgorithm", "KMS") + ",\"S3SseKmsKeyId\":\"alias/k\"");

    assertThat(begun)
        .containsEntry("S3SseAlgorithm", "KMS")
        .containsEntry("S3SseKmsKeyId", "alias/k");
    assertThat(database.exported(begun).get("ExportStatus")).isEqualTo("COMPLETED");
  }

  private void reconnect(Retries retries) {
    var left = store.fork();
    database.close();
    buckets.close();
    store = left;
    connect(retries);
  }

  /** Creates a table with one partition, whose export file has several parts. */
  private void createLargeTable() {
    database.call(
        "CreateTable",
        """
        {"TableName":"large","ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1},
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}
        """);
    database.enableRecovery("large");
    var random = new SplittableRandom(3);
    for (int i = 0; i < LARGE_ITEMS; i++) {
      byte[] bytes = new byte[390_000];
      random.nextBytes(bytes);
      database.put("large", Item.of("pk", new S("i" + i), "b", new B(Binary.copyOf(bytes))));
    }
  }

  private static String members(String name, String value) {
    return "\"S3Bucket\":\"files\",\"" + name + "\":\"" + value + "\"";
  }

  private static String folderOf(Map<String, @Nullable Object> export) {
    String id = String.valueOf(export.get("ExportArn")).replaceAll(".*/", "");
    Object prefix = export.get("S3Prefix");
    return (prefix == null ? "" : prefix + "/") + "AWSDynamoDB/" + id + "/";
  }

  private static byte[] lines(int from, int to) {
    var lines = new StringBuilder();
    for (int i = from; i < to; i++) {
      lines.append("{\"Item\":{\"pk\":{\"S\":\"k%05d\"}}}\n".formatted(i));
    }
    return lines.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] compressed(byte[] bytes, String compression) throws IOException {
    return switch (compression) {
      case "GZIP" -> {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
          gzip.write(bytes);
        }
        yield out.toByteArray();
      }
      case "ZSTD" -> Zstd.compress(bytes);
      default -> bytes;
    };
  }

  private void putObject(String key, byte[] bytes) {
    try (var upload = bucket().write(key, Encryption.DEFAULT)) {
      upload.write(bytes, 0, bytes.length);
      upload.complete();
    }
  }

  private List<String> keys(String prefix) {
    return bucket().list(prefix, 1000).stream().map(Bucket.Entry::key).toList();
  }

  private Bucket bucket() {
    return buckets.open(new BucketAddress("files", null, "000000000000"));
  }

  private List<String> scan(String table) {
    var texts = new ArrayList<String>();
    @Nullable Object start = null;
    do {
      String from = start == null ? "" : ",\"ExclusiveStartKey\":" + Json.text(start);
      var page = database.call("Scan", "{\"TableName\":\"" + table + "\"" + from + "}");
      Json.elements(Json.member(page, "Items")).forEach(item -> texts.add(Json.text(item)));
      start = page.get("LastEvaluatedKey");
    } while (start != null);
    return texts;
  }

  private static long number(Map<String, @Nullable Object> object, String name) {
    return ((Number) Json.member(object, name)).longValue();
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
