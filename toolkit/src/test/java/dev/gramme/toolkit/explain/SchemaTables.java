package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.TableSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;

/** Creates the tables of tests from their schemas. */
public final class SchemaTables {
  private SchemaTables() {}

  public static CreateTableRequest request(TableSchema schema) {
    Map<String, AttributeDefinition> attributes = new LinkedHashMap<>();
    List<GlobalSecondaryIndex> global = new ArrayList<>();
    List<LocalSecondaryIndex> local = new ArrayList<>();
    define(attributes, schema.key());
    for (IndexSchema index : schema.indexes()) {
      define(attributes, index.key());
      var projection = Projection.builder().projectionType(index.projection().name());
      if (!index.projected().isEmpty()) {
        projection.nonKeyAttributes(index.projected());
      }
      if (index.kind() == IndexSchema.Kind.GLOBAL) {
        global.add(
            GlobalSecondaryIndex.builder()
                .indexName(index.name())
                .keySchema(key(schema.keyOf(index)))
                .projection(projection.build())
                .build());
      } else {
        local.add(
            LocalSecondaryIndex.builder()
                .indexName(index.name())
                .keySchema(key(schema.keyOf(index)))
                .projection(projection.build())
                .build());
      }
    }
    var request =
        CreateTableRequest.builder()
            .tableName(schema.name())
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(attributes.values())
            .keySchema(key(schema.key()));
    if (!global.isEmpty()) {
      request.globalSecondaryIndexes(global);
    }
    if (!local.isEmpty()) {
      request.localSecondaryIndexes(local);
    }
    return request.build();
  }

  private static void define(Map<String, AttributeDefinition> attributes, KeySchema key) {
    var all = new ArrayList<>(key.partition());
    all.addAll(key.sort());
    for (KeyAttribute attribute : all) {
      attributes.put(
          attribute.name(),
          AttributeDefinition.builder()
              .attributeName(attribute.name())
              .attributeType(attribute.type().name())
              .build());
    }
  }

  private static List<KeySchemaElement> key(KeySchema key) {
    List<KeySchemaElement> elements = new ArrayList<>();
    key.partition().forEach(attribute -> elements.add(element(attribute.name(), KeyType.HASH)));
    key.sort().forEach(attribute -> elements.add(element(attribute.name(), KeyType.RANGE)));
    return elements;
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }
}
