package dev.gramme.embedded.crash;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.gramme.embedded.Gramme;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * The process that the test kills. It writes all items of a table in one generation after the
 * other. After each generation it begins a backup and a restore, and does not wait for their
 * completion. It reports them on the standard output.
 */
final class CrashingArchive {
  static final String TABLE = "archive";
  static final int ITEMS = 1500;
  private static final int BATCH = 25;
  private static final String FILLING = "f".repeat(300);

  private CrashingArchive() {}

  public static void main(String[] arguments) {
    var client = Gramme.open(Path.of(arguments[0])).client();
    int generation = (Integer.parseInt(arguments[1]) + 1) * 1000;
    if (client.listTables().tableNames().isEmpty()) {
      create(client);
    }
    while (true) {
      write(client, ++generation);
      int written = generation;
      var arn =
          client
              .createBackup(r -> r.tableName(TABLE).backupName("g" + written))
              .backupDetails()
              .backupArn();
      client.restoreTableToPointInTime(r ->
          r.sourceTableName(TABLE).targetTableName("g" + written).useLatestRestorableTime(true));
      Output.println(generation + " " + arn + " ;");
    }
  }

  @SuppressWarnings("unchecked") // The SDK takes varargs of consumers.
  private static void create(DynamoDbClient client) {
    client.createTable(table ->
        table
            .tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(
                a -> a.attributeName("pk").attributeType(ScalarAttributeType.S),
                a -> a.attributeName("odd").attributeType(ScalarAttributeType.N))
            .keySchema(k -> k.attributeName("pk").keyType(KeyType.HASH))
            .globalSecondaryIndexes(index ->
                index
                    .indexName("ByOdd")
                    .keySchema(k -> k.attributeName("odd").keyType(KeyType.HASH))
                    .projection(p -> p.projectionType(ProjectionType.ALL))));
    client.updateContinuousBackups(r ->
        r.tableName(TABLE)
            .pointInTimeRecoverySpecification(s -> s.pointInTimeRecoveryEnabled(true)));
  }

  private static void write(DynamoDbClient client, int generation) {
    for (int from = 0; from < ITEMS; from += BATCH) {
      var requests = new ArrayList<WriteRequest>();
      for (int i = from; i < from + BATCH; i++) {
        int id = i;
        requests.add(
            exists(generation, i)
                ? WriteRequest.builder().putRequest(p -> p.item(item(generation, id))).build()
                : WriteRequest.builder()
                    .deleteRequest(d -> d.key(Map.of("pk", fromS("i" + id))))
                    .build());
      }
      client.batchWriteItem(r -> r.requestItems(Map.of(TABLE, requests)));
    }
  }

  private static boolean exists(int generation, int i) {
    return (i + generation) % 7 != 0;
  }

  private static Map<String, AttributeValue> item(int generation, int i) {
    return Map.of(
        "pk", fromS("i" + i),
        "generation", fromN("" + generation),
        "odd", fromN("" + (i + generation) % 2),
        "filling", fromS(FILLING));
  }

  /** The items of the table after a generation has been written completely. */
  static Map<String, Map<String, AttributeValue>> items(int generation) {
    var items = new HashMap<String, Map<String, AttributeValue>>();
    for (int i = 0; i < ITEMS; i++) {
      if (exists(generation, i)) {
        items.put("i" + i, item(generation, i));
      }
    }
    return items;
  }

  /** All items of a table. */
  static Map<String, Map<String, AttributeValue>> scan(DynamoDbClient client, String table) {
    var items = new HashMap<String, Map<String, AttributeValue>>();
    client
        .scanPaginator(r -> r.tableName(table))
        .items()
        .forEach(item -> items.put(Shop.value(item, "pk").s(), item));
    return items;
  }
}
