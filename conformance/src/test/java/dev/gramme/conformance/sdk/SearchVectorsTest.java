package dev.gramme.conformance.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.TestTable;
import dev.gramme.testkit.Eventually;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementErrorCodeEnum;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.ParameterizedStatement;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.SearchSchemaElement;
import software.amazon.awssdk.services.dynamodb.model.SearchSchemaElementType;
import software.amazon.awssdk.services.dynamodb.model.VectorDistanceFunction;
import software.amazon.awssdk.services.dynamodb.model.VectorIndex;
import software.amazon.awssdk.services.dynamodb.model.VectorIndexUpdate;

/** Vector indexes and searches with the AWS SDK. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SearchVectorsTest {
  private final DynamoDbClient client = Endpoint.classic().client();
  private final TestTable table =
      TestTable.create(
          Endpoint.classic(),
          request ->
              request
                  .attributeDefinitions(
                      List.of(TestTable.definition("pk:S"), TestTable.definition("shop:S")))
                  .keySchema(TestTable.schema("pk:S"))
                  .vectorIndexes(
                      VectorIndex.builder()
                          .indexName("by-shop")
                          .vectorAttribute(vector -> vector.attributeName("v"))
                          .dimensions(2L)
                          .distanceFunction(VectorDistanceFunction.COSINE)
                          .searchSchema(
                              SearchSchemaElement.builder()
                                  .attributeName("shop")
                                  .searchSchemaElementType(SearchSchemaElementType.HASH)
                                  .build())
                          .projection(projection -> projection.projectionType(ProjectionType.ALL))
                          .build()));

  @BeforeAll
  void load() {
    table.load(
        List.of(
            item("north", "1", "0"),
            item("north-east", "0.7", "0.7"),
            item("east", "0", "1"),
            item("south", "-1", "0")));
  }

  @AfterAll
  void delete() {
    table.close();
  }

  private static Map<String, AttributeValue> item(String name, String x, String y) {
    return Map.of(
        "pk", AttributeValue.fromS(name),
        "shop", AttributeValue.fromS("compass"),
        "v", AttributeValue.fromL(List.of(AttributeValue.fromN(x), AttributeValue.fromN(y))));
  }

  @Test
  void a_search_returns_the_nearest_items_first() {
    var answer =
        client.searchVectors(request ->
            request
                .tableName(table.name())
                .indexName("by-shop")
                .topK(3)
                .searchVector(AttributeValue.fromN("2"), AttributeValue.fromN("0.1"))
                .searchConditionExpression("shop = :shop")
                .expressionAttributeValues(Map.of(":shop", AttributeValue.fromS("compass")))
                .returnConsumedCapacity("TOTAL"));
    assertThat(answer.searchResults())
        .extracting(result -> Objects.requireNonNull(result.item().get("pk")).s())
        .containsExactly("north", "north-east", "east");
    assertThat(answer.searchResults().getFirst().item()).doesNotContainKey("v");
    assertThat(answer.searchResults().getFirst().score()).isBetween(0.0, 0.01);
    assertThat(answer.consumedCapacity().vectorSearchRequestBytes()).isEqualTo(1024);
  }

  @Test
  void an_index_is_described() {
    var index =
        client.describeTable(r -> r.tableName(table.name())).table().vectorIndexes().getFirst();
    assertThat(index.indexName()).isEqualTo("by-shop");
    assertThat(index.indexStatus()).isEqualTo(IndexStatus.ACTIVE);
    assertThat(index.backfilling()).isNull();
    assertThat(index.vectorAttribute().attributeName()).isEqualTo("v");
    assertThat(index.dimensions()).isEqualTo(2);
    assertThat(index.distanceFunction()).isEqualTo(VectorDistanceFunction.COSINE);
    assertThat(index.searchSchema()).hasSize(1);
    assertThat(index.projection().projectionType()).isEqualTo(ProjectionType.ALL);
    assertThat(index.indexArn()).endsWith("/index/by-shop");
    assertThat(index.itemCount()).isEqualTo(4);
  }

  @Test
  void an_index_is_added_searched_and_removed() {
    try (var late = TestTable.withKey(Endpoint.classic(), "pk:S")) {
      late.load(List.of(item("north", "1", "0"), item("east", "0", "1")));
      var updated =
          client.updateTable(request ->
              request
                  .tableName(late.name())
                  .vectorIndexUpdates(
                      VectorIndexUpdate.builder()
                          .create(index ->
                              index
                                  .indexName("late")
                                  .vectorAttribute(vector -> vector.attributeName("v"))
                                  .dimensions(2L)
                                  .distanceFunction(VectorDistanceFunction.DOT_PRODUCT)
                                  .projection(p -> p.projectionType("KEYS_ONLY")))
                          .build()));
      var creating = updated.tableDescription().vectorIndexes().getFirst();
      assertThat(creating.indexStatus()).isEqualTo(IndexStatus.CREATING);
      assertThat(creating.backfilling()).isFalse();
      client.waiter().waitUntilTableExists(r -> r.tableName(late.name()));
      awaitActive(late.name());
      assertThat(
              client
                  .searchVectors(request ->
                      request
                          .tableName(late.name())
                          .indexName("late")
                          .topK(1)
                          .searchVector(AttributeValue.fromN("0"), AttributeValue.fromN("3")))
                  .searchResults())
          .hasSize(1)
          .allSatisfy(result -> {
            assertThat(result.item()).containsOnlyKeys("pk");
            assertThat(Objects.requireNonNull(result.item().get("pk")).s()).isEqualTo("east");
            assertThat(result.score()).isEqualTo(3.0);
          });
      client.updateTable(request ->
          request
              .tableName(late.name())
              .vectorIndexUpdates(
                  VectorIndexUpdate.builder().delete(index -> index.indexName("late")).build()));
      assertThatThrownBy(() ->
              client.searchVectors(request ->
                  request
                      .tableName(late.name())
                      .indexName("late")
                      .topK(1)
                      .searchVector(AttributeValue.fromN("0"), AttributeValue.fromN("3"))))
          .isInstanceOf(DynamoDbException.class)
          .hasMessageContaining("The table does not have the specified index: late");
    }
  }

  private void awaitActive(String name) {
    IndexStatus _ =
        Eventually.get(
            "the index is active",
            () ->
                client
                    .describeTable(r -> r.tableName(name))
                    .table()
                    .vectorIndexes()
                    .getFirst()
                    .indexStatus(),
            status -> status == IndexStatus.ACTIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM \"%s\".\"by-shop\"",
        "SELECT pk FROM \"%s\".\"by-shop\" WHERE shop = 'compass'",
        "SELECT * FROM \"%s\".\"by-shop\" WHERE pk = 'north'"
      })
  void statements_on_a_vector_index_are_refused(String statement) {
    assertThatThrownBy(
            () -> client.executeStatement(r -> r.statement(statement.formatted(table.name()))))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("Scan operation not supported on this index type");
  }

  @Test
  void batches_and_transactions_of_statements_do_not_read_a_vector_index() {
    var statement = "SELECT * FROM \"%s\".\"by-shop\" WHERE pk = 'north'".formatted(table.name());
    var batch =
        client.batchExecuteStatement(
            r -> r.statements(BatchStatementRequest.builder().statement(statement).build()));
    assertThat(batch.responses().getFirst().error().code())
        .isEqualTo(BatchStatementErrorCodeEnum.VALIDATION_ERROR);
    assertThatThrownBy(() ->
            client.executeTransaction(r ->
                r.transactStatements(
                    ParameterizedStatement.builder().statement(statement).build())))
        .isInstanceOf(DynamoDbException.class);
  }
}
