package dev.gramme.conformance.support;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A table with a unique name, deleted on close. */
public final class TestTable implements AutoCloseable {
  private static final int BATCH = 25;

  private final DynamoDbClient client;
  private final String name;

  private TestTable(DynamoDbClient client, String name) {
    this.client = client;
    this.name = name;
  }

  /** Creates an on-demand table with a key such as {@code "pk:S", "sk:N"}. */
  public static TestTable withKey(Endpoint endpoint, String... key) {
    return create(
        endpoint,
        request ->
            request
                .attributeDefinitions(Stream.of(key).map(TestTable::definition).toList())
                .keySchema(schema(key)));
  }

  /** Creates an on-demand table. */
  public static TestTable create(Endpoint endpoint, Consumer<CreateTableRequest.Builder> shape) {
    var name = Endpoint.freshName();
    var client = endpoint.client();
    client.createTable(request ->
        request.tableName(name).billingMode(BillingMode.PAY_PER_REQUEST).applyMutation(shape));
    client.waiter().waitUntilTableExists(request -> request.tableName(name));
    return new TestTable(client, name);
  }

  /** A key schema of attributes such as {@code "pk:S"}: the first HASH, the second RANGE. */
  public static List<KeySchemaElement> schema(String... key) {
    return Stream.of(key)
        .map(attribute ->
            KeySchemaElement.builder()
                .attributeName(attribute.split(":", -1)[0])
                .keyType(attribute.equals(key[0]) ? KeyType.HASH : KeyType.RANGE)
                .build())
        .toList();
  }

  /** The definition of an attribute such as {@code "pk:S"}. */
  public static AttributeDefinition definition(String attribute) {
    var parts = attribute.split(":", -1);
    return AttributeDefinition.builder()
        .attributeName(parts[0])
        .attributeType(ScalarAttributeType.fromValue(parts[1]))
        .build();
  }

  /** The name of the table. */
  public String name() {
    return name;
  }

  /** Stores items in batches and repeats unprocessed ones. */
  public void load(List<Map<String, AttributeValue>> items) {
    for (var from = 0; from < items.size(); from += BATCH) {
      var writes =
          items.subList(from, Math.min(items.size(), from + BATCH)).stream()
              .map(item -> WriteRequest.builder().putRequest(put -> put.item(item)).build())
              .toList();
      var open = Map.of(name, writes);
      while (!open.isEmpty()) {
        var batch = open;
        open = client.batchWriteItem(request -> request.requestItems(batch)).unprocessedItems();
      }
    }
  }

  @Override
  public void close() {
    client.deleteTable(request -> request.tableName(name));
  }
}
