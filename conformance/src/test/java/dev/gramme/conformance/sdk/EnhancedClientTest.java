package dev.gramme.conformance.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.conformance.support.Endpoint;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverterProvider;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.document.EnhancedDocument;
import software.amazon.awssdk.enhanced.dynamodb.model.PutItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** The enhanced client with documents. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EnhancedClientTest {
  private final DynamoDbEnhancedClient enhanced =
      DynamoDbEnhancedClient.builder().dynamoDbClient(Endpoint.classic().client()).build();
  private final DynamoDbTable<EnhancedDocument> table =
      enhanced.table(
          Endpoint.freshName(),
          TableSchema.documentSchemaBuilder()
              .addIndexPartitionKey(TableMetadata.primaryIndexName(), "pk", AttributeValueType.S)
              .addIndexSortKey(TableMetadata.primaryIndexName(), "sk", AttributeValueType.N)
              .attributeConverterProviders(AttributeConverterProvider.defaultProvider())
              .build());

  @BeforeAll
  void create() {
    table.createTable();
    Endpoint.classic()
        .client()
        .waiter()
        .waitUntilTableExists(request -> request.tableName(table.tableName()));
  }

  @AfterAll
  void delete() {
    table.deleteTable();
  }

  @Test
  void a_document_is_read_as_it_was_written() {
    var json = "{\"pk\":\"a\",\"sk\":1,\"tags\":[\"x\",{\"deep\":true}],\"none\":null}";
    table.putItem(document(json));

    var found = table.getItem(Key.builder().partitionValue("a").sortValue(1).build());

    assertThat(found.toMap()).isEqualTo(document(json).toMap());
  }

  @Test
  void a_query_pages_through_a_partition() {
    for (var i = 0; i < 30; i++) {
      table.putItem(document("{\"pk\":\"q\",\"sk\":" + i + "}"));
    }

    var found =
        table
            .query(request ->
                request
                    .queryConditional(
                        QueryConditional.sortGreaterThanOrEqualTo(
                            key -> key.partitionValue("q").sortValue(5)))
                    .limit(4))
            .items()
            .stream()
            .map(document -> document.getNumber("sk").intValue())
            .toList();

    assertThat(found).isEqualTo(IntStream.range(5, 30).boxed().toList());
  }

  @Test
  void a_failed_condition_causes_its_own_exception() {
    var document = document("{\"pk\":\"c\",\"sk\":1}");
    table.putItem(document);

    assertThatThrownBy(() ->
            table.putItem(
                PutItemEnhancedRequest.builder(EnhancedDocument.class)
                    .item(document)
                    .conditionExpression(
                        Expression.builder().expression("attribute_not_exists(pk)").build())
                    .build()))
        .isInstanceOf(ConditionalCheckFailedException.class)
        .hasMessageStartingWith("The conditional request failed");
  }

  @Test
  void a_transaction_reads_the_writes_of_another() {
    enhanced.transactWriteItems(request ->
        request
            .addPutItem(table, document("{\"pk\":\"t\",\"sk\":1}"))
            .addPutItem(table, document("{\"pk\":\"t\",\"sk\":2}")));

    var found =
        enhanced
            .transactGetItems(request ->
                List.of(1, 2)
                    .forEach(sort ->
                        request.addGetItem(
                            table, Key.builder().partitionValue("t").sortValue(sort).build())))
            .stream()
            .map(one -> one.getItem(table).getNumber("sk").intValue())
            .toList();

    assertThat(found).containsExactly(1, 2);
  }

  private static EnhancedDocument document(String json) {
    return EnhancedDocument.fromJson(json);
  }
}
