package dev.gramme.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** An embedded database has the same limits as a server. */
class BoundsTest {
  private static final String HAYSTACK = "a".repeat(390 << 10);
  private static final String NEEDLE = "a".repeat(190 << 10) + "b";

  private final Gramme gramme = Gramme.inMemory();
  private final DynamoDbClient client = gramme.client();

  @AfterEach
  void close() {
    gramme.close();
  }

  private void createTable() {
    client.createTable(table ->
        table
            .tableName("things")
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(
                AttributeDefinition.builder()
                    .attributeName("pk")
                    .attributeType(ScalarAttributeType.S)
                    .build())
            .keySchema(
                KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build()));
  }

  private static Map<String, AttributeValue> key(int number) {
    return Map.of("pk", AttributeValue.fromS("k" + number));
  }

  private void put(int number, AttributeValue value) {
    var item = Map.of("pk", AttributeValue.fromS("k" + number), "v", value);
    client.putItem(put -> put.tableName("things").item(item));
  }

  @Test
  void a_response_that_is_much_larger_than_its_items_has_unprocessed_keys() {
    createTable();
    var nulls = AttributeValue.fromL(Collections.nCopies(190_000, AttributeValue.fromNul(true)));
    for (int i = 0; i < 14; i++) {
      put(i, nulls);
    }
    var keys = IntStream.range(0, 14).mapToObj(BoundsTest::key).toList();
    var answer =
        client.batchGetItem(batch ->
            batch.requestItems(Map.of("things", KeysAndAttributes.builder().keys(keys).build())));
    int read = answer.responses().values().stream().mapToInt(List::size).sum();
    assertThat(read).isBetween(5, 13);
    assertThat(answer.unprocessedKeys().values())
        .singleElement()
        .satisfies(left -> assertThat(left.keys()).hasSize(14 - read));
  }

  @Test
  void a_transaction_that_needs_too_much_work_is_rejected() {
    createTable();
    for (int i = 0; i < 3; i++) {
      put(i, AttributeValue.fromS(HAYSTACK));
    }
    var condition = String.join(" OR ", Collections.nCopies(150, "contains(v, :n)"));
    List<TransactWriteItem> checks =
        IntStream.range(0, 3)
            .mapToObj(i ->
                TransactWriteItem.builder()
                    .conditionCheck(check ->
                        check
                            .tableName("things")
                            .key(key(i))
                            .conditionExpression(condition)
                            .expressionAttributeValues(Map.of(":n", AttributeValue.fromS(NEEDLE))))
                    .build())
            .toList();
    assertThatThrownBy(() -> client.transactWriteItems(write -> write.transactItems(checks)))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("more work than one request may");
  }
}
