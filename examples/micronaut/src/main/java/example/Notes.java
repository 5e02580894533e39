package example;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** All notes. */
@Singleton
public class Notes {
  private static final String TABLE = "notes";

  private final DynamoDbClient client;

  Notes(DynamoDbClient client) {
    this.client = client;
  }

  /** Creates the table. */
  public void createTable() {
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

  /** Stores a note. */
  public void put(String id, String text) {
    var item = Map.of("id", AttributeValue.fromS(id), "text", AttributeValue.fromS(text));
    client.putItem(put -> put.tableName(TABLE).item(item));
  }

  /** The texts of the notes, at most 1 MB of them. */
  public List<String> texts() {
    return client.scan(scan -> scan.tableName(TABLE)).items().stream()
        .map(item -> item.get("text").s())
        .toList();
  }
}
