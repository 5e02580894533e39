package dev.gramme.conformance.support;

import dev.gramme.embedded.Gramme;
import dev.gramme.server.AotTraining;
import dev.gramme.testkit.ChildJvm;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** What most processes of tests do: a server starts, and a client of the AWS SDK uses it. */
public final class ChildTraining {
  /** The processes of this module's tests. */
  public static final ChildJvm CHILD = new ChildJvm(ChildTraining.class);

  private ChildTraining() {}

  /**
   * Runs it.
   *
   * @param args an empty folder
   */
  public static void main(String[] args) throws Exception {
    AotTraining.main(args);
    try (var gramme = Gramme.inMemory();
        var client = gramme.client()) {
      client.createTable(table ->
          table
              .tableName("training")
              .attributeDefinitions(
                  AttributeDefinition.builder().attributeName("id").attributeType("S").build())
              .keySchema(KeySchemaElement.builder().attributeName("id").keyType("HASH").build())
              .billingMode(BillingMode.PAY_PER_REQUEST));
      var key = Map.of("id", AttributeValue.fromS("a"));
      client.putItem(put -> put.tableName("training").item(key));
      client.getItem(get -> get.tableName("training").key(key));
      client
          .query(query ->
              query
                  .tableName("training")
                  .keyConditionExpression("id = :id")
                  .expressionAttributeValues(Map.of(":id", AttributeValue.fromS("a"))))
          .items();
    }
  }
}
