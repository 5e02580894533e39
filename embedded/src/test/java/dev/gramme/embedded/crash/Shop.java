package dev.gramme.embedded.crash;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Definitions that the killed process and the test share: the tables, and the content of each
 * write. Every thread writes its own items, in partitions that all threads share. The content of
 * its n-th write depends only on the thread and on n.
 */
final class Shop {
  static final String ORDERS = "orders";
  static final String BANK = "bank";
  static final String BY_SCORE = "by-score";
  static final String BY_OWNER = "by-owner";
  static final String BY_STATE = "by-state";

  /** The index that is created and deleted. */
  static final String BY_LOT = "by-lot";

  static final int THREADS = 6;
  static final int ACCOUNTS = 20;
  static final int OPENING_BALANCE = 1000;

  /** The numbers of the writes of a round begin at the number of the round times this. */
  static final int NUMBERS_PER_ROUND = 1_000_000;

  private static final int PARTITIONS = 5;
  private static final int ITEMS_PER_THREAD = 200;

  private Shop() {}

  /** The key of an order. */
  record OrderKey(String partition, String sort) {
    static OrderKey of(int thread, int item) {
      return new OrderKey("p" + item % PARTITIONS, thread + "-" + item);
    }

    static OrderKey random(int thread, SplittableRandom random) {
      return of(thread, random.nextInt(ITEMS_PER_THREAD));
    }

    static OrderKey of(Map<String, AttributeValue> item) {
      return new OrderKey(value(item, "pk").s(), value(item, "sk").s());
    }

    Map<String, AttributeValue> members() {
      return Map.of("pk", fromS(partition), "sk", fromS(sort));
    }

    int thread() {
      return Integer.parseInt(sort.substring(0, sort.indexOf('-')));
    }
  }

  /** The n-th transfer of a thread: two accounts and an amount. */
  record Transfer(int thread, int n, int from, int to, int amount) {
    static Transfer of(int thread, int n) {
      var random = new SplittableRandom(31L * n + thread);
      int from = random.nextInt(ACCOUNTS);
      int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
      return new Transfer(thread, n, from, to, 1 + random.nextInt(50));
    }

    String id() {
      return "transfer " + thread + " " + n;
    }

    String token() {
      return "token-" + thread + "-" + n;
    }
  }

  /** The order after the n-th write of a thread. */
  static Map<String, AttributeValue> order(OrderKey key, int n) {
    var item = new HashMap<>(key.members());
    item.put("v", fromN(Integer.toString(n)));
    item.put("score", fromN(Integer.toString(n % 7)));
    item.put("state", fromS("s" + n % 4));
    item.put("lot", fromN(Integer.toString(n % 5)));
    item.put("filling", fromS("x".repeat(n % 300)));
    if (n % 3 == 0) {
      item.put("owner", fromS("o" + n % 6));
    }
    return item;
  }

  static Map<String, AttributeValue> bankKey(String id) {
    return Map.of("pk", fromS(id));
  }

  static String account(int number) {
    return "account " + number;
  }

  /** An attribute that must exist. */
  static AttributeValue value(Map<String, AttributeValue> item, String name) {
    AttributeValue value = item.get(name);
    if (value == null) {
      throw new AssertionError("no " + name + " in " + item);
    }
    return value;
  }

  /** Creates the tables and accounts that do not exist yet. */
  static void open(DynamoDbClient client) {
    try {
      createOrders(client);
    } catch (ResourceInUseException exists) {
      // An earlier round has created it.
    }
    try {
      client.createTable(table ->
          table
              .tableName(BANK)
              .billingMode(BillingMode.PAY_PER_REQUEST)
              .attributeDefinitions(attribute("pk", ScalarAttributeType.S))
              .keySchema(hash("pk")));
    } catch (ResourceInUseException exists) {
      // An earlier round has created it.
    }
    for (int i = 0; i < ACCOUNTS; i++) {
      String id = account(i);
      client.updateItem(update ->
          update
              .tableName(BANK)
              .key(bankKey(id))
              .updateExpression("SET balance = if_not_exists(balance, :opening)")
              .expressionAttributeValues(
                  Map.of(":opening", fromN(Integer.toString(OPENING_BALANCE)))));
    }
  }

  private static void createOrders(DynamoDbClient client) {
    client.createTable(table ->
        table
            .tableName(ORDERS)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(
                attribute("pk", ScalarAttributeType.S),
                attribute("sk", ScalarAttributeType.S),
                attribute("score", ScalarAttributeType.N),
                attribute("owner", ScalarAttributeType.S),
                attribute("state", ScalarAttributeType.S))
            .keySchema(hash("pk"), range("sk"))
            .localSecondaryIndexes(
                LocalSecondaryIndex.builder()
                    .indexName(BY_SCORE)
                    .keySchema(hash("pk"), range("score"))
                    .projection(include("v"))
                    .build())
            .globalSecondaryIndexes(
                GlobalSecondaryIndex.builder()
                    .indexName(BY_OWNER)
                    .keySchema(hash("owner"), range("score"))
                    .projection(include("v"))
                    .build(),
                GlobalSecondaryIndex.builder()
                    .indexName(BY_STATE)
                    .keySchema(hash("state"))
                    .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY))
                    .build()));
  }

  /** The attributes of an order that an index may have. */
  static List<String> projected(String index) {
    return switch (index) {
      case BY_SCORE -> List.of("pk", "sk", "score", "v");
      case BY_OWNER -> List.of("pk", "sk", "owner", "score", "v");
      case BY_STATE -> List.of("pk", "sk", "state");
      case BY_LOT -> List.of("pk", "sk", "v", "score", "state", "lot", "filling", "owner");
      default -> throw new IllegalArgumentException(index);
    };
  }

  static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  static KeySchemaElement hash(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.HASH).build();
  }

  private static KeySchemaElement range(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.RANGE).build();
  }

  private static Projection include(String name) {
    return Projection.builder()
        .projectionType(ProjectionType.INCLUDE)
        .nonKeyAttributes(name)
        .build();
  }
}
