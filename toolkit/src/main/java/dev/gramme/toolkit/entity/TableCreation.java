package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings.StreamView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Creates the table of a schema: on demand, with its indexes and its time to live. {@link
 * Table#createOrUpdate} also changes an existing table.
 */
public final class TableCreation {
  private TableCreation() {}

  /** The request that creates the table. */
  public static CreateTableRequest request(TableSchema schema, String name) {
    Map<String, AttributeDefinition> attributes = new LinkedHashMap<>();
    define(attributes, schema.key());
    schema.indexes().forEach(index -> define(attributes, index.key()));
    var request =
        CreateTableRequest.builder()
            .tableName(name)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(attributes.values())
            .keySchema(elements(schema.key()));
    var global = new ArrayList<GlobalSecondaryIndex>();
    var local = new ArrayList<LocalSecondaryIndex>();
    for (IndexSchema index : schema.indexes()) {
      switch (index.kind()) {
        case GLOBAL ->
            global.add(
                GlobalSecondaryIndex.builder()
                    .indexName(index.name())
                    .keySchema(elements(index.key()))
                    .projection(projection(index))
                    .build());
        case LOCAL ->
            local.add(
                LocalSecondaryIndex.builder()
                    .indexName(index.name())
                    .keySchema(
                        elements(new KeySchema(schema.key().partition(), index.key().sort())))
                    .projection(projection(index))
                    .build());
      }
    }
    if (!global.isEmpty()) {
      request.globalSecondaryIndexes(global);
    }
    if (!local.isEmpty()) {
      request.localSecondaryIndexes(local);
    }
    return request.build();
  }

  /**
   * Creates the table of a schema unless it exists, waits until it is active, and enables its time
   * to live. The latter also happens for an existing table: its creator may have died before
   * enabling it.
   *
   * @param request from {@link #request}, possibly extended, for example with a stream
   * @throws TableMismatch if the table exists, and its key, its indexes, its time to live or its
   *     stream do not fit
   */
  public static void createIfAbsent(
      DynamoDbClient client, TableSchema schema, CreateTableRequest request) {
    Optional<StreamView> stream =
        Optional.ofNullable(request.streamSpecification())
            .filter(wanted -> Boolean.TRUE.equals(wanted.streamEnabled()))
            .map(wanted -> StreamView.valueOf(wanted.streamViewTypeAsString()));
    var update = new TableUpdate(client, schema, request.tableName(), stream);
    boolean created = create(client, request);
    var unused = update.awaitActive(index -> schema.index(index).isPresent());
    update.enableTimeToLive();
    if (!created) {
      update.requireFit();
    }
  }

  /**
   * Creates a table unless it exists, and waits until it is active.
   *
   * @return false if another process, or an earlier start, has created it
   */
  static boolean create(DynamoDbClient client, CreateTableRequest request) {
    boolean created = true;
    try {
      client.createTable(request);
    } catch (ResourceInUseException exists) {
      created = false;
    }
    try (var waiter = client.waiter()) {
      waiter.waitUntilTableExists(
          DescribeTableRequest.builder().tableName(request.tableName()).build());
    }
    return created;
  }

  /** The definitions of the attributes of a key. */
  static Collection<AttributeDefinition> definitions(KeySchema key) {
    Map<String, AttributeDefinition> attributes = new LinkedHashMap<>();
    define(attributes, key);
    return attributes.values();
  }

  private static void define(Map<String, AttributeDefinition> attributes, KeySchema key) {
    for (List<KeyAttribute> part : List.of(key.partition(), key.sort())) {
      for (KeyAttribute attribute : part) {
        attributes.put(
            attribute.name(),
            AttributeDefinition.builder()
                .attributeName(attribute.name())
                .attributeType(ScalarAttributeType.valueOf(attribute.type().name()))
                .build());
      }
    }
  }

  static List<KeySchemaElement> elements(KeySchema key) {
    var elements = new ArrayList<KeySchemaElement>();
    key.partition().forEach(attribute -> elements.add(element(attribute, KeyType.HASH)));
    key.sort().forEach(attribute -> elements.add(element(attribute, KeyType.RANGE)));
    return elements;
  }

  private static KeySchemaElement element(KeyAttribute attribute, KeyType type) {
    return KeySchemaElement.builder().attributeName(attribute.name()).keyType(type).build();
  }

  static Projection projection(IndexSchema index) {
    var projection =
        Projection.builder().projectionType(ProjectionType.valueOf(index.projection().name()));
    if (!index.projected().isEmpty()) {
      projection.nonKeyAttributes(index.projected());
    }
    return projection.build();
  }
}
