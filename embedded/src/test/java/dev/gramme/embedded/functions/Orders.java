package dev.gramme.embedded.functions;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** The table with the stream that functions are bound to. */
final class Orders {
  private Orders() {}

  /**
   * Creates the table, with a stream of one shard.
   *
   * @return the stream's ARN
   */
  @SuppressWarnings("unchecked") // The SDK takes varargs of consumers.
  static String create(DynamoDbClient dynamo, StreamViewType view) {
    return dynamo
        .createTable(request ->
            request
                .tableName("orders")
                .attributeDefinitions(
                    a -> a.attributeName("id").attributeType(ScalarAttributeType.S))
                .keySchema(k -> k.attributeName("id").keyType(KeyType.HASH))
                .provisionedThroughput(t -> t.readCapacityUnits(1L).writeCapacityUnits(1L))
                .streamSpecification(s -> s.streamEnabled(true).streamViewType(view)))
        .tableDescription()
        .latestStreamArn();
  }
}
