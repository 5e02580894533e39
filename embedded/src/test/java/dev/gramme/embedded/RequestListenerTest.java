package dev.gramme.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

class RequestListenerTest {
  private final List<String> answered = new CopyOnWriteArrayList<>();

  private Gramme listened(Throttling throttling) {
    return Gramme.builder()
        .throttling(throttling)
        .requestListener((operation, status, error, nanos) -> {
          assertThat(nanos).isPositive();
          answered.add(operation + " " + status + " " + Objects.toString(error));
        })
        .inMemory();
  }

  private static void createTable(DynamoDbClient client) {
    client.createTable(table ->
        table
            .tableName("books")
            .billingMode("PAY_PER_REQUEST")
            .attributeDefinitions(
                AttributeDefinition.builder().attributeName("id").attributeType("S").build())
            .keySchema(KeySchemaElement.builder().attributeName("id").keyType("HASH").build()));
  }

  private static void put(DynamoDbClient client, String table) {
    client.putItem(put -> put.tableName(table).item(Map.of("id", AttributeValue.fromS("1"))));
  }

  @Test
  void each_request_is_reported_with_its_operation_status_and_error() {
    try (var gramme = listened(Throttling.NONE)) {
      createTable(gramme.client());
      put(gramme.client(), "books");
      assertThatThrownBy(() -> put(gramme.client(), "none"))
          .isInstanceOf(ResourceNotFoundException.class);
      assertThat(answered)
          .containsExactly(
              "CreateTable 200 null", "PutItem 200 null", "PutItem 400 RESOURCE_NOT_FOUND");
      assertThat(gramme.throughput()).isEmpty();
    }
  }

  @Test
  void the_requests_of_a_copy_are_reported_to_the_same_listener() {
    try (var gramme = listened(Throttling.NONE)) {
      createTable(gramme.client());
      try (var copy = gramme.fork()) {
        put(copy.client(), "books");
      }
      assertThat(answered).contains("PutItem 200 null");
    }
  }

  @Test
  void consumed_units_are_counted_if_throughput_is_limited() {
    try (var gramme = listened(Throttling.SERVICE)) {
      createTable(gramme.client());
      put(gramme.client(), "books");
      put(gramme.client(), "books");
      assertThat(gramme.throughput())
          .extracting(ThroughputStatistics::table, ThroughputStatistics::consumedWriteUnits)
          .containsExactly(tuple("books", 2.0));
    }
  }
}
