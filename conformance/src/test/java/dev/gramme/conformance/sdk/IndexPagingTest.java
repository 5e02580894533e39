package dev.gramme.conformance.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.TestTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;

/**
 * Pages and segments of indexes. Index keys are not unique, and the indexes lack some of the items.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IndexPagingTest {
  private static final int ITEMS = 120;

  private final DynamoDbClient client = Endpoint.classic().client();
  private final TestTable table =
      TestTable.create(
          Endpoint.classic(),
          request ->
              request
                  .attributeDefinitions(
                      List.of(
                          TestTable.definition("pk:S"),
                          TestTable.definition("sk:N"),
                          TestTable.definition("l:S"),
                          TestTable.definition("g:S")))
                  .keySchema(TestTable.schema("pk:S", "sk:N"))
                  .localSecondaryIndexes(
                      LocalSecondaryIndex.builder()
                          .indexName("lsi")
                          .keySchema(TestTable.schema("pk:S", "l:S"))
                          .projection(all())
                          .build())
                  .globalSecondaryIndexes(
                      GlobalSecondaryIndex.builder()
                          .indexName("gsi")
                          .keySchema(TestTable.schema("g:S", "l:S"))
                          .projection(all())
                          .build()));
  private final List<Map<String, AttributeValue>> items =
      IntStream.range(0, ITEMS).mapToObj(IndexPagingTest::item).toList();
  private final List<Map<String, AttributeValue>> indexed =
      items.stream().filter(item -> item.containsKey("l")).toList();

  @BeforeAll
  void load() {
    table.load(items);
  }

  @AfterAll
  void delete() {
    table.close();
  }

  @ParameterizedTest
  @CsvSource({"lsi, 1", "lsi, 2", "lsi, 7", "gsi, 1", "gsi, 2", "gsi, 7"})
  void segments_divide_an_index(String index, int segments) {
    var found = new ArrayList<Map<String, AttributeValue>>();
    for (var i = 0; i < segments; i++) {
      var segment = i;
      client
          .scanPaginator(request ->
              request
                  .tableName(table.name())
                  .indexName(index)
                  .segment(segment)
                  .totalSegments(segments)
                  .limit(4))
          .items()
          .forEach(found::add);
    }

    assertThat(found).containsExactlyInAnyOrderElementsOf(indexed);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pages_of_equal_index_keys_contain_each_item_once(boolean forward) {
    var found =
        client
            .queryPaginator(request ->
                request
                    .tableName(table.name())
                    .indexName("gsi")
                    .scanIndexForward(forward)
                    .limit(1)
                    .keyConditionExpression("g = :g AND l = :l")
                    .expressionAttributeValues(
                        Map.of(":g", AttributeValue.fromS("g0"), ":l", AttributeValue.fromS("l0"))))
            .items()
            .stream()
            .toList();
    var expected =
        indexed.stream()
            .filter(item ->
                AttributeValue.fromS("g0").equals(item.get("g"))
                    && AttributeValue.fromS("l0").equals(item.get("l")))
            .toList();

    assertThat(expected).hasSizeGreaterThan(2);
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void a_scan_of_the_table_has_no_entries_of_its_local_index() {
    var found =
        client.scanPaginator(request -> request.tableName(table.name()).limit(3)).items().stream()
            .toList();

    assertThat(found).containsExactlyInAnyOrderElementsOf(items);
  }

  private static Projection all() {
    return Projection.builder().projectionType("ALL").build();
  }

  /** Every fifth item has no index keys. */
  private static Map<String, AttributeValue> item(int i) {
    var key =
        Map.of(
            "pk", AttributeValue.fromS("p" + i % 11),
            "sk", AttributeValue.fromN("" + i));
    if (i % 5 == 0) {
      return key;
    }
    var item = new HashMap<>(key);
    item.put("g", AttributeValue.fromS("g" + i % 3));
    item.put("l", AttributeValue.fromS("l" + i % 4));
    return item;
  }
}
