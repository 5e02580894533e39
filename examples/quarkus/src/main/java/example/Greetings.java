package example;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** All greetings. */
@ApplicationScoped
public class Greetings {
  private static final String TABLE = "greetings";

  private final DynamoDbClient client;

  Greetings(DynamoDbClient client) {
    this.client = client;
  }

  /** Creates the table if it does not exist. */
  public void createTable() {
    if (client.listTables().tableNames().contains(TABLE)) {
      return;
    }
    client.createTable(
        table ->
            table
                .tableName(TABLE)
                .billingMode("PAY_PER_REQUEST")
                .attributeDefinitions(
                    AttributeDefinition.builder().attributeName("id").attributeType("S").build())
                .keySchema(
                    KeySchemaElement.builder().attributeName("id").keyType("HASH").build()));
  }

  /** Stores a greeting. */
  public void put(String id, String text) {
    var item = Map.of("id", AttributeValue.fromS(id), "text", AttributeValue.fromS(text));
    client.putItem(put -> put.tableName(TABLE).item(item));
  }

  /** The texts of all greetings. */
  public List<String> texts() {
    return client.scan(scan -> scan.tableName(TABLE)).items().stream()
        .map(item -> item.get("text").s())
        .toList();
  }
}
