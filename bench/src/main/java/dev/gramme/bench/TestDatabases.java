package dev.gramme.bench;

import dev.gramme.bench.results.Figure;
import dev.gramme.bench.results.Measurement;
import dev.gramme.embedded.Gramme;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Measures the cost of a separate database per test: a fork of a prepared one, its client, a first
 * write and read through the AWS SDK, and closing it. The first half of the rounds is a warm-up.
 */
final class TestDatabases {
  private static final String TABLE = "films";
  private static final int ITEMS = 1_000;

  private TestDatabases() {}

  /** The duration of each step, over this many databases after an equal number for warm-up. */
  static List<Figure> measure(int databases) {
    var made = new long[databases];
    var used = new long[databases];
    var whole = new long[databases];
    try (var prepared = Gramme.inMemory()) {
      prepare(prepared);
      for (int round = -databases; round < databases; round++) {
        long start = System.nanoTime();
        var fork = prepared.fork();
        var client = fork.client();
        long ready = System.nanoTime();
        client.putItem(put(ITEMS));
        client.getItem(get(round & 0xff));
        long done = System.nanoTime();
        fork.close();
        if (round >= 0) {
          made[round] = ready - start;
          used[round] = done - ready;
          whole[round] = System.nanoTime() - start;
        }
      }
    }
    return List.of(
        new Figure("a fork of %,d items and its client".formatted(ITEMS), Measurement.of(made)),
        new Figure("its first PutItem and GetItem", Measurement.of(used)),
        new Figure("both, and closing it", Measurement.of(whole)));
  }

  private static void prepare(Gramme gramme) {
    gramme
        .client()
        .createTable(
            CreateTableRequest.builder()
                .tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("id")
                        .attributeType(ScalarAttributeType.N)
                        .build())
                .keySchema(
                    KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build())
                .build());
    for (int i = 0; i < ITEMS; i++) {
      gramme.client().putItem(put(i));
    }
  }

  private static PutItemRequest put(int id) {
    return PutItemRequest.builder()
        .tableName(TABLE)
        .item(Map.of("id", number(id), "title", AttributeValue.fromS("film " + id)))
        .build();
  }

  private static GetItemRequest get(int id) {
    return GetItemRequest.builder().tableName(TABLE).key(Map.of("id", number(id))).build();
  }

  private static AttributeValue number(int value) {
    return AttributeValue.fromN(Integer.toString(value));
  }
}
