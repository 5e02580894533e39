package dev.gramme.toolkit.page;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Participations of incidents in teams: an index by team, with the state in the sort key, which
 * changes.
 */
final class Incidents {
  private static final String TABLE = "incidents";
  private static final String INDEX = "byTeam";

  private Incidents() {}

  static void createTable(DynamoDbClient client) {
    client.createTable(
        CreateTableRequest.builder()
            .tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(attribute("PK"), attribute("team"), attribute("state"))
            .keySchema(key("PK", KeyType.HASH))
            .globalSecondaryIndexes(
                GlobalSecondaryIndex.builder()
                    .indexName(INDEX)
                    .keySchema(key("team", KeyType.HASH), key("state", KeyType.RANGE))
                    .projection(Projection.builder().projectionType(ProjectionType.ALL).build())
                    .build())
            .build());
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  static PartitionQuery team(String team) {
    return PartitionQuery.of(TABLE, "team", AttributeValue.fromS(team), "state").ofIndex(INDEX);
  }

  /**
   * The participation of an incident in a team: one per state, so an incident can be in a team with
   * several states.
   */
  static void put(DynamoDbClient client, String team, String state, String id) {
    client.putItem(
        PutItemRequest.builder()
            .tableName(TABLE)
            .item(
                Map.of(
                    "PK", AttributeValue.fromS(team + "/" + id + "/" + state),
                    "team", AttributeValue.fromS(team),
                    "state", AttributeValue.fromS(state),
                    "id", AttributeValue.fromS(id)))
            .build());
  }

  static void remove(DynamoDbClient client, String team, String state, String id) {
    client.deleteItem(
        DeleteItemRequest.builder()
            .tableName(TABLE)
            .key(Map.of("PK", AttributeValue.fromS(team + "/" + id + "/" + state)))
            .build());
  }

  static Merge<String> merge(DynamoDbClient client) {
    return Merge.of(client, Incidents::id, Incidents::id);
  }

  static String id(Map<String, AttributeValue> item) {
    return item.getOrDefault("id", AttributeValue.fromS("?")).s();
  }
}
