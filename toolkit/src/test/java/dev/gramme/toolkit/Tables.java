package dev.gramme.toolkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** Tables and items for tests. */
public final class Tables {
  private Tables() {}

  /** Creates a table with string keys: a partition key and optionally a sort key. */
  public static void create(DynamoDbClient client, String table, String... keyNames) {
    List<AttributeDefinition> attributes = new ArrayList<>();
    List<KeySchemaElement> schema = new ArrayList<>();
    for (String name : keyNames) {
      attributes.add(
          AttributeDefinition.builder()
              .attributeName(name)
              .attributeType(ScalarAttributeType.S)
              .build());
      schema.add(
          KeySchemaElement.builder()
              .attributeName(name)
              .keyType(schema.isEmpty() ? KeyType.HASH : KeyType.RANGE)
              .build());
    }
    client.createTable(
        CreateTableRequest.builder()
            .tableName(table)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(attributes)
            .keySchema(schema)
            .build());
  }

  /** An item with the partition key PK and a string. */
  public static Map<String, AttributeValue> item(String pk, String value) {
    return Map.of("PK", s(pk), "value", s(value));
  }

  public static Map<String, AttributeValue> key(String pk) {
    return Map.of("PK", s(pk));
  }

  public static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  public static AttributeValue n(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }

  public static void put(DynamoDbClient client, String table, Map<String, AttributeValue> item) {
    client.putItem(PutItemRequest.builder().tableName(table).item(item).build());
  }

  /** The text of an attribute of type S; empty if it is missing. */
  public static String text(Map<String, AttributeValue> item, String name) {
    return item.getOrDefault(name, s("")).s();
  }

  /** All items of a table. */
  public static List<Map<String, AttributeValue>> all(DynamoDbClient client, String table) {
    return client
        .scanPaginator(ScanRequest.builder().tableName(table).consistentRead(true).build())
        .items()
        .stream()
        .toList();
  }
}
