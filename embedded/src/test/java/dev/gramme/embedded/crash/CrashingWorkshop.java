package dev.gramme.embedded.crash;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.gramme.embedded.Gramme;
import dev.gramme.testkit.Eventually;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateVectorIndexAction;
import software.amazon.awssdk.services.dynamodb.model.DeleteVectorIndexAction;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.ImportStatus;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.InputFormat;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableCreationParameters;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.VectorDistanceFunction;
import software.amazon.awssdk.services.dynamodb.model.VectorIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * The process that the test kills. It begins imports and exports sequentially, and creates and
 * deletes a global index and a vector index of a table that another thread writes. It reports on
 * the standard output when it begins an operation and when a write is acknowledged. A failure ends
 * the process, which the test detects.
 */
final class CrashingWorkshop {
  static final String SOURCE = "source";
  static final int SOURCE_ITEMS = 1500;
  static final String THINGS = "things";
  static final int THING_IDS = 1200;
  static final String GLOBAL = "by-group";
  static final String VECTOR = "by-place";
  static final String BUCKET = "files";
  static final String PREFIX = "in/";
  static final int WORKS_PER_ROUND = 1000;
  private static final int BATCH = 25;
  private static final int FAILED = 3;

  private final DynamoDbClient client;
  private final int round;
  private final SplittableRandom random;

  private CrashingWorkshop(DynamoDbClient client, int round, long seed) {
    this.client = client;
    this.round = round;
    this.random = new SplittableRandom(seed);
  }

  public static void main(String[] arguments) {
    var client = Gramme.open(Path.of(arguments[0])).client();
    int round = Integer.parseInt(arguments[1]);
    if (client.listTables().tableNames().isEmpty()) {
      createTable(client, THINGS);
      fill(client, THINGS, THING_IDS);
      createTable(client, SOURCE);
      client.updateContinuousBackups(r ->
          r.tableName(SOURCE)
              .pointInTimeRecoverySpecification(s -> s.pointInTimeRecoveryEnabled(true)));
      fill(client, SOURCE, SOURCE_ITEMS);
    }
    new CrashingWorkshop(client, round, Long.parseLong(arguments[2])).run();
  }

  private static void createTable(DynamoDbClient client, String name) {
    client.createTable(table ->
        table
            .tableName(name)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(Shop.attribute("pk", ScalarAttributeType.S))
            .keySchema(Shop.hash("pk")));
  }

  private static void fill(DynamoDbClient client, String table, int count) {
    for (int from = 0; from < count; from += BATCH) {
      var puts = new ArrayList<WriteRequest>();
      for (int i = from; i < Math.min(count, from + BATCH); i++) {
        String id = "t" + i;
        puts.add(WriteRequest.builder().putRequest(put -> put.item(thing(id, 0))).build());
      }
      client.batchWriteItem(r -> r.requestItems(Map.of(table, puts)));
    }
  }

  /** The n-th version of an item. */
  static Map<String, AttributeValue> thing(String id, int n) {
    return Map.of(
        "pk", fromS(id),
        "n", fromN("" + n),
        "group", fromS("g" + n % 5),
        "place", fromL(List.of(fromN("" + n % 101), fromN("" + n % 89))),
        "filling", fromS("f".repeat(200)));
  }

  private void run() {
    try (var threads = Executors.newFixedThreadPool(3)) {
      long writes = random.nextLong();
      threads.execute(() -> work(() -> write(new SplittableRandom(writes))));
      threads.execute(() -> work(this::changeIndexes));
      threads.execute(() -> work(this::transfer));
    }
  }

  private static void work(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error failure) {
      failure.printStackTrace();
      Runtime.getRuntime().halt(FAILED);
    }
  }

  private static void report(String line) {
    Output.println(line + " ;");
  }

  private void write(SplittableRandom ids) {
    for (int n = round * 10_000_000 + 1; ; n++) {
      String id = "t" + ids.nextInt(THING_IDS);
      int version = n;
      report("begun " + id + " " + n);
      client.putItem(r -> r.tableName(THINGS).item(thing(id, version)));
      report("put " + id + " " + n);
    }
  }

  private void transfer() {
    String previousImport = null;
    for (int n = round * WORKS_PER_ROUND + 1; ; n++) {
      var export =
          client.exportTableToPointInTime(r ->
              r.tableArn("arn:aws:dynamodb:us-east-1:000000000000:table/" + SOURCE)
                  .s3Bucket(BUCKET));
      report("export " + export.exportDescription().exportArn());
      String name = "in" + n;
      var parameters =
          TableCreationParameters.builder()
              .tableName(name)
              .billingMode(BillingMode.PAY_PER_REQUEST)
              .attributeDefinitions(Shop.attribute("pk", ScalarAttributeType.S))
              .keySchema(Shop.hash("pk"))
              .build();
      var begun =
          client.importTable(r ->
              r.s3BucketSource(s -> s.s3Bucket(BUCKET).s3KeyPrefix(PREFIX))
                  .inputFormat(InputFormat.DYNAMODB_JSON)
                  .tableCreationParameters(parameters));
      report("import " + name);
      if (previousImport != null) {
        await(previousImport);
      }
      previousImport = begun.importTableDescription().importArn();
    }
  }

  private void await(String importArn) {
    Eventually.holds(
        "import " + importArn + " is complete",
        () ->
            client
                    .describeImport(r -> r.importArn(importArn))
                    .importTableDescription()
                    .importStatus()
                != ImportStatus.IN_PROGRESS);
  }

  /** Creates the two indexes sequentially, and deletes them when both exist. */
  private void changeIndexes() {
    while (true) {
      var table = client.describeTable(r -> r.tableName(THINGS)).table();
      boolean global =
          table.hasGlobalSecondaryIndexes() && !table.globalSecondaryIndexes().isEmpty();
      boolean vector = table.hasVectorIndexes() && !table.vectorIndexes().isEmpty();
      boolean changing =
          table.globalSecondaryIndexes().stream()
                  .anyMatch(index -> index.indexStatus() != IndexStatus.ACTIVE)
              || table.vectorIndexes().stream()
                  .anyMatch(index -> index.indexStatus() != IndexStatus.ACTIVE);
      if (changing) {
        LockSupport.parkNanos(2_000_000);
      } else if (!vector) {
        change(VectorIndexUpdate.builder().create(vectorIndex()).build());
      } else if (!global) {
        change(globalIndex());
      } else {
        var deleted = DeleteVectorIndexAction.builder().indexName(VECTOR).build();
        change(VectorIndexUpdate.builder().delete(deleted).build());
        change(GlobalSecondaryIndexUpdate.builder().delete(d -> d.indexName(GLOBAL)).build());
      }
    }
  }

  private void change(VectorIndexUpdate update) {
    client.updateTable(
        UpdateTableRequest.builder().tableName(THINGS).vectorIndexUpdates(update).build());
    report("index");
  }

  private void change(GlobalSecondaryIndexUpdate update) {
    client.updateTable(r ->
        r.tableName(THINGS)
            .attributeDefinitions(
                Shop.attribute("pk", ScalarAttributeType.S),
                Shop.attribute("group", ScalarAttributeType.S))
            .globalSecondaryIndexUpdates(update));
    report("index");
  }

  private static CreateVectorIndexAction vectorIndex() {
    return CreateVectorIndexAction.builder()
        .indexName(VECTOR)
        .vectorAttribute(vector -> vector.attributeName("place"))
        .dimensions(2L)
        .distanceFunction(VectorDistanceFunction.EUCLIDEAN)
        .projection(projection -> projection.projectionType(ProjectionType.ALL))
        .build();
  }

  private static GlobalSecondaryIndexUpdate globalIndex() {
    return GlobalSecondaryIndexUpdate.builder()
        .create(create ->
            create
                .indexName(GLOBAL)
                .keySchema(Shop.hash("group"))
                .projection(projection -> projection.projectionType(ProjectionType.ALL)))
        .build();
  }
}
