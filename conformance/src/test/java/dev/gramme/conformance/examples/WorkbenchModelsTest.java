package dev.gramme.conformance.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.TestTable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Models of NoSQL Workbench: an online shop and a device log in single tables. */
class WorkbenchModelsTest {
  private final DynamoDbClient client = Endpoint.classic().client();

  @ParameterizedTest
  @ValueSource(
      strings = {"AnOnlineShop_14", "AnOnlineShop_facets", "DeviceStateLog_2", "DeviceStateLog_7"})
  void every_row_of_a_model_is_stored(String file) {
    var model = WorkbenchModel.read(file);
    try (var table = model.load(Endpoint.classic())) {
      assertThat(client.scan(request -> request.tableName(table.name())).items())
          .containsExactlyInAnyOrderElementsOf(model.rows().stream().distinct().toList())
          .isNotEmpty();
    }
  }

  @Test
  void the_items_of_an_order_are_read_by_one_query() {
    try (var table = WorkbenchModel.read("AnOnlineShop_14").load(Endpoint.classic())) {
      var items =
          query(
              table, null, "PK = :o AND begins_with(SK, :p)", Map.of(":o", "o#12345", ":p", "p#"));

      assertThat(values(items, "SK")).containsExactly("p#12345", "p#99887");
      assertThat(values(items, "EntityType")).containsOnly("orderItem");
    }
  }

  @Test
  void the_orders_of_a_customer_are_found_by_an_overloaded_index() {
    var model = WorkbenchModel.read("AnOnlineShop_14");
    try (var table = model.load(Endpoint.classic())) {
      var items =
          query(
              table,
              "GSI2",
              "#p = :c AND #s BETWEEN :from AND :to",
              Map.of(":c", "c#12345", ":from", "2020-06-21T00:00:00", ":to", "2020-06-21T19:18:00"),
              Map.of("#p", "GSI2-PK", "#s", "GSI2-SK"));

      assertThat(values(items, "GSI2-SK")).isSorted();
      assertThat(items)
          .containsExactlyInAnyOrderElementsOf(
              model.rows().stream()
                  .filter(row -> text(row, "GSI2-PK").equals("c#12345"))
                  .filter(row -> text(row, "GSI2-SK").compareTo("2020-06-21T19:18:00") <= 0)
                  .toList())
          .isNotEmpty();
    }
  }

  @Test
  void the_log_of_a_device_is_read_newest_first() {
    try (var table = WorkbenchModel.read("DeviceStateLog_2").load(Endpoint.classic())) {
      var newest =
          client.query(request ->
              request
                  .tableName(table.name())
                  .keyConditionExpression("DeviceID = :d")
                  .expressionAttributeValues(Map.of(":d", AttributeValue.fromS("d#54321")))
                  .scanIndexForward(false)
                  .limit(2));

      assertThat(values(newest.items(), "Date"))
          .containsExactly("2020-04-11T09:30:00", "2020-04-11T09:25:00");
      assertThat(newest.hasLastEvaluatedKey()).isTrue();
    }
  }

  @Test
  void the_warnings_of_a_device_are_found_by_their_prefix() {
    try (var table = WorkbenchModel.read("DeviceStateLog_7").load(Endpoint.classic())) {
      var items =
          query(
              table,
              null,
              "DeviceID = :d AND begins_with(#s, :w)",
              Map.of(":d", "d#12345", ":w", "WARNING1#"),
              Map.of("#s", "State#Date"));

      assertThat(values(items, "Date"))
          .containsExactly("2020-04-24T14:40:00", "2020-04-24T14:45:00", "2020-04-24T14:50:00");
    }
  }

  @Test
  void a_sparse_index_contains_only_escalated_devices() {
    try (var table = WorkbenchModel.read("DeviceStateLog_7").load(Endpoint.classic())) {
      var escalated =
          client.scan(request -> request.tableName(table.name()).indexName("GSI2")).items();

      assertThat(values(escalated, "DeviceID")).containsExactly("d#11223");
      assertThat(
              query(
                  table,
                  "GSI2",
                  "EscalatedTo = :s",
                  Map.of(":s", text(escalated.getFirst(), "EscalatedTo"))))
          .isEqualTo(escalated);
    }
  }

  private List<Map<String, AttributeValue>> query(
      TestTable table, @Nullable String index, String condition, Map<String, String> values) {
    return query(table, index, condition, values, null);
  }

  private List<Map<String, AttributeValue>> query(
      TestTable table,
      @Nullable String index,
      String condition,
      Map<String, String> values,
      @Nullable Map<String, String> names) {
    var typed =
        values.entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, value -> AttributeValue.fromS(value.getValue())));
    return client
        .query(request ->
            request
                .tableName(table.name())
                .indexName(index)
                .keyConditionExpression(condition)
                .expressionAttributeNames(names)
                .expressionAttributeValues(typed))
        .items();
  }

  private static List<String> values(List<Map<String, AttributeValue>> items, String name) {
    return items.stream().map(item -> text(item, name)).toList();
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    var value = item.get(name);
    return value == null ? "" : Objects.requireNonNull(value.s());
  }
}
