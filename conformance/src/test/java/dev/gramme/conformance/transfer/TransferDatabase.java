package dev.gramme.conformance.transfer;

import dev.gramme.api.Caller;
import dev.gramme.api.Operations;
import dev.gramme.conformance.support.Json;
import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.Recovery;
import dev.gramme.model.Utf8;
import dev.gramme.model.Wording;
import dev.gramme.storage.Store;
import dev.gramme.testkit.Eventually;
import dev.gramme.transfer.Transfers;
import dev.gramme.transfer.bucket.Buckets;
import dev.gramme.wire.Constraints;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.RequestDecoder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A database that is called with JSON and whose store, buckets and clock the test controls. Its
 * tables have the string key {@code pk} and point-in-time recovery from their creation.
 */
final class TransferDatabase implements AutoCloseable {
  private static final Caller CALLER = new Caller("us-east-1", "000000000000", Wording.CLASSIC);

  private final Store store;
  private final ExecutorService background = Executors.newCachedThreadPool();
  private final Engine engine;
  private final Operations operations;

  TransferDatabase(Store store, Buckets buckets, Path folder, InstantSource clock) {
    this.store = store;
    this.engine = Engine.open(store, clock, background, EngineOptions.DEFAULT);
    this.operations =
        new Operations(
            engine, UUID::randomUUID, new Transfers.Locations(buckets, folder.resolve(".logs")));
  }

  Engine engine() {
    return engine;
  }

  /** Executes a request; throws its error. */
  Map<String, @Nullable Object> call(String operation, String json) {
    byte[] body = Utf8.bytes(json);
    var called = operations.find(operation).orElseThrow();
    var input = RequestDecoder.decode(body, 0, body.length, called.input());
    Constraints.check(input, CALLER.wording());
    try {
      var out = new JsonWriter().beginObject();
      called.prepare(input, CALLER).execute().toCompletableFuture().join().write(out);
      return Json.object(out.endObject().toString());
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  void createTable(String name) {
    call(
        "CreateTable",
        """
        {"TableName":"%s","BillingMode":"PAY_PER_REQUEST",
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}
        """
            .formatted(name));
    enableRecovery(name);
  }

  void enableRecovery(String name) {
    Instant now = engine.clock().instant();
    engine
        .catalog()
        .change(name, (table, numbers) -> table.toBuilder().recovery(new Recovery(now, 35)).build())
        .join();
  }

  void put(String table, Item item) {
    var json = new JsonWriter().beginObject();
    json.name("TableName").string(table);
    json.name("Item").item(item);
    call("PutItem", json.endObject().toString());
  }

  void delete(String table, String key) {
    var json = new JsonWriter().beginObject();
    json.name("TableName").string(table);
    json.name("Key").item(Item.of("pk", new S(key)));
    call("DeleteItem", json.endObject().toString());
  }

  /** Starts an export with these members beside the table; returns its description. */
  Map<String, @Nullable Object> export(String table, String members) {
    var answer =
        call(
            "ExportTableToPointInTime",
            "{\"TableArn\":\"arn:aws:dynamodb:us-east-1:000000000000:table/%s\",%s}"
                .formatted(table, members));
    return Json.members(Json.member(answer, "ExportDescription"));
  }

  /** Waits until an export has ended; returns its description. */
  Map<String, @Nullable Object> exported(Map<String, @Nullable Object> begun) {
    String request = "{\"ExportArn\":\"" + begun.get("ExportArn") + "\"}";
    return Eventually.get(
        "the export has ended",
        Duration.ofMinutes(10),
        () -> Json.members(Json.member(call("DescribeExport", request), "ExportDescription")),
        description -> !"IN_PROGRESS".equals(description.get("ExportStatus")));
  }

  /** Waits until an import has ended; returns its description. */
  Map<String, @Nullable Object> imported(Map<String, @Nullable Object> begun) {
    String request = "{\"ImportArn\":\"" + begun.get("ImportArn") + "\"}";
    return Eventually.get(
        "the import has ended",
        Duration.ofMinutes(10),
        () -> Json.members(Json.member(call("DescribeImport", request), "ImportTableDescription")),
        description -> !"IN_PROGRESS".equals(description.get("ImportStatus")));
  }

  /** Starts an import into a table with the usual key; returns its description. */
  Map<String, @Nullable Object> beginImport(
      String table, String format, String compression, String bucket, String prefix) {
    var answer =
        call(
            "ImportTable",
            """
            {"ClientToken":"%s","S3BucketSource":{"S3Bucket":"%s","S3KeyPrefix":"%s"},"InputFormat":"%s",
             "InputCompressionType":"%s","TableCreationParameters":{"TableName":"%s",
             "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
             "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"}}
            """
                .formatted(UUID.randomUUID(), bucket, prefix, format, compression, table));
    return Json.members(Json.member(answer, "ImportTableDescription"));
  }

  @Override
  public void close() {
    engine.close();
    background.shutdown();
    store.close();
  }
}
