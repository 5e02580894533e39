package dev.gramme.apps.savings.domain;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Creates a table with a key of texts, unless it is there already, and waits until it can be used.
 */
final class TableCreation {
  private TableCreation() {}

  static void create(DynamoDbClient dynamo, String name, List<String> key) {
    var attributes = new ArrayList<AttributeDefinition>();
    var schema = new ArrayList<KeySchemaElement>();
    for (String attribute : key) {
      attributes.add(
          AttributeDefinition.builder()
              .attributeName(attribute)
              .attributeType(ScalarAttributeType.S)
              .build());
      schema.add(
          KeySchemaElement.builder()
              .attributeName(attribute)
              .keyType(schema.isEmpty() ? KeyType.HASH : KeyType.RANGE)
              .build());
    }
    try {
      dynamo.createTable(table ->
          table
              .tableName(name)
              .billingMode(BillingMode.PAY_PER_REQUEST)
              .attributeDefinitions(attributes)
              .keySchema(schema));
    } catch (ResourceInUseException there) {
      // Another process was first, or an earlier start.
    }
    try (var waiter = dynamo.waiter()) {
      waiter.waitUntilTableExists(table -> table.tableName(name));
    }
  }
}
