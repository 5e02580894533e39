package dev.gramme.conformance.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.TestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Pages by limit and by size, parallel scans, and lists of tables. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagingTest {
  private static final int ITEMS = 200;
  private static final int PAGE_BYTES = 1024 * 1024;

  private final DynamoDbClient client = Endpoint.classic().client();
  private final TestTable table = TestTable.withKey(Endpoint.classic(), "pk:S", "sk:N");
  private final List<Map<String, AttributeValue>> items =
      IntStream.range(0, ITEMS).mapToObj(i -> item("p" + i % 17, i)).toList();

  @BeforeAll
  void load() {
    table.load(items);
  }

  @AfterAll
  void delete() {
    table.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 199, 200, 201})
  void pages_of_any_size_contain_every_item_once(int limit) {
    var pages =
        client.scanPaginator(request -> request.tableName(table.name()).limit(limit)).stream()
            .toList();
    var found = pages.stream().flatMap(page -> page.items().stream()).toList();

    assertThat(found).containsExactlyInAnyOrderElementsOf(items);
    assertThat(pages).allMatch(page -> page.scannedCount() <= limit);
    assertThat(pages).hasSize(ITEMS / limit + 1);
  }

  @Test
  void the_sort_keys_of_a_partition_ascend_in_a_scan() {
    var scanned = client.scan(request -> request.tableName(table.name())).items();

    for (var i = 1; i < scanned.size(); i++) {
      var before = scanned.get(i - 1);
      var after = scanned.get(i);
      if (text(before, "pk").equals(text(after, "pk"))) {
        assertThat(number(after)).isGreaterThan(number(before));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 16, 100})
  void segments_divide_the_table(int segments) {
    var found = new ArrayList<Map<String, AttributeValue>>();
    for (var i = 0; i < segments; i++) {
      var segment = i;
      client
          .scanPaginator(request ->
              request.tableName(table.name()).segment(segment).totalSegments(segments).limit(9))
          .items()
          .forEach(found::add);
    }

    assertThat(found).containsExactlyInAnyOrderElementsOf(items);
  }

  @Test
  void a_page_ends_after_reading_a_megabyte() {
    var big = "x".repeat(100_000);
    try (var wide = TestTable.withKey(Endpoint.classic(), "pk:S", "sk:N")) {
      var rows =
          IntStream.range(0, 25)
              .mapToObj(i ->
                  Map.of(
                      "pk", AttributeValue.fromS("a"),
                      "sk", AttributeValue.fromN("" + i),
                      "v", AttributeValue.fromS(big)))
              .toList();
      wide.load(rows);
      var pages =
          client
              .queryPaginator(request ->
                  request
                      .tableName(wide.name())
                      .keyConditionExpression("pk = :p")
                      .filterExpression("attribute_not_exists(v)")
                      .expressionAttributeValues(Map.of(":p", AttributeValue.fromS("a"))))
              .stream()
              .toList();
      var fitting = PAGE_BYTES / 100_000 + 1;

      assertThat(pages).extracting(page -> page.count()).containsOnly(0);
      assertThat(pages.getFirst().scannedCount()).isEqualTo(fitting);
      assertThat(pages.stream().mapToInt(page -> page.scannedCount()).sum()).isEqualTo(25);
    }
  }

  @Test
  void tables_are_listed_by_name_in_pages() {
    var prefix = Endpoint.freshName();
    var names = List.of(prefix + "-A", prefix + "-B", prefix + "-a");
    for (var name : names.reversed()) {
      client.createTable(request ->
          request
              .tableName(name)
              .billingMode("PAY_PER_REQUEST")
              .attributeDefinitions(TestTable.definition("pk:S"))
              .keySchema(TestTable.schema("pk:S")));
    }
    try {
      var page =
          client.listTables(request -> request.exclusiveStartTableName(prefix + "-").limit(3));

      assertThat(page.tableNames()).isEqualTo(names);
    } finally {
      names.forEach(name -> client.deleteTable(request -> request.tableName(name)));
    }
  }

  private static Map<String, AttributeValue> item(String partition, int sort) {
    return Map.of("pk", AttributeValue.fromS(partition), "sk", AttributeValue.fromN("" + sort));
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    return Objects.requireNonNull(item.get(name)).s();
  }

  private static int number(Map<String, AttributeValue> item) {
    return Integer.parseInt(Objects.requireNonNull(item.get("sk")).n());
  }
}
