package dev.gramme.toolkit.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Gramme;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

class CapacityMeterTest {
  private static final String TABLE = "orders";

  private final Gramme gramme = Gramme.inMemory();
  private final CapacityMeter meter = new CapacityMeter();
  private final DynamoDbClient client = meter.around(gramme.client());

  @BeforeEach
  void createTable() {
    client.createTable(
        CreateTableRequest.builder()
            .tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(attribute("id"), attribute("status"))
            .keySchema(hash("id"))
            .globalSecondaryIndexes(
                GlobalSecondaryIndex.builder()
                    .indexName("byStatus")
                    .keySchema(hash("status"))
                    .projection(Projection.builder().projectionType(ProjectionType.ALL).build())
                    .build())
            .build());
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  @Test
  void operations_on_tables_consume_nothing() {
    assertThat(meter.consumed()).isEqualTo(Consumption.NONE);
  }

  @Test
  void writes_are_counted_on_table_and_index() {
    put("1", 1500);
    assertThat(meter.consumed().ofTable(TABLE)).isEqualTo(Units.writes(2));
    assertThat(meter.consumed().ofIndex(TABLE, "byStatus")).isEqualTo(Units.writes(2));
    assertThat(meter.consumed().of(TABLE)).isEqualTo(Units.writes(4));
    assertThat(meter.consumed())
        .hasToString("1 request, 4 WCU (orders 2 WCU, orders/byStatus 2 WCU)");
  }

  @Test
  void reads_are_counted_where_they_read() {
    put("1", 5000);
    meter.reset();
    client.getItem(GetItemRequest.builder().tableName(TABLE).key(key("1")).build());
    client.query(byStatus());
    assertThat(meter.consumed().ofTable(TABLE)).isEqualTo(Units.reads(1));
    assertThat(meter.consumed().ofIndex(TABLE, "byStatus")).isEqualTo(Units.reads(1));
    assertThat(meter.consumed().requests()).isEqualTo(2);
  }

  @Test
  void paginators_are_counted_page_by_page() {
    put("1", 100);
    put("2", 100);
    Consumption consumed =
        meter.measure(() -> {
          QueryRequest pages = byStatus().toBuilder().limit(1).build();
          assertThat(client.queryPaginator(pages).items()).hasSize(2);
        });
    assertThat(consumed.requests()).isEqualTo(3);
    assertThat(consumed.total().read()).isBetween(1.0, 1.5);
  }

  @Test
  void transactions_cost_twice_as_much_and_distinguish_reads_from_writes() {
    var put = Put.builder().tableName(TABLE).item(key("9")).build();
    client.transactWriteItems(
        TransactWriteItemsRequest.builder()
            .transactItems(TransactWriteItem.builder().put(put).build())
            .build());
    assertThat(meter.reset().total()).isEqualTo(Units.writes(2));
    var get = Get.builder().tableName(TABLE).key(key("9")).build();
    client.transactGetItems(
        TransactGetItemsRequest.builder()
            .transactItems(TransactGetItem.builder().get(get).build())
            .build());
    assertThat(meter.consumed().total()).isEqualTo(Units.reads(2));
  }

  @Test
  void batches_and_statements_are_counted() {
    put("1", 10);
    meter.reset();
    var keys = KeysAndAttributes.builder().keys(List.of(key("1"), key("2"))).build();
    client.batchGetItem(BatchGetItemRequest.builder().requestItems(Map.of(TABLE, keys)).build());
    assertThat(meter.reset().total()).isEqualTo(Units.reads(1));
    client.executeStatement(
        ExecuteStatementRequest.builder()
            .statement(" SELECT * FROM \"orders\" WHERE id = '1'")
            .build());
    assertThat(meter.reset().total()).isEqualTo(Units.reads(0.5));
    client.executeStatement(
        ExecuteStatementRequest.builder()
            .statement("INSERT INTO orders VALUE {'id': '7'}")
            .build());
    assertThat(meter.consumed().total()).isEqualTo(Units.writes(1));
  }

  @Test
  void a_measurement_is_the_consumption_during_the_action() {
    put("1", 10);
    var measured =
        meter.measure(
            () -> client.getItem(GetItemRequest.builder().tableName(TABLE).key(key("1")).build()));
    assertThat(measured.result().hasItem()).isTrue();
    assertThat(measured.consumed().total()).isEqualTo(Units.reads(0.5));
    assertThat(measured.consumed().requests()).isEqualTo(1);
  }

  @Test
  void an_interceptor_counts_what_its_client_does() {
    var intercepting = new CapacityMeter();
    try (DynamoDbClient built =
        DynamoDbClient.builder()
            .httpClient(gramme.httpClient())
            .region(Gramme.REGION)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("x", "x")))
            .overrideConfiguration(
                ClientOverrideConfiguration.builder()
                    .addExecutionInterceptor(intercepting.interceptor())
                    .build())
            .build()) {
      built.putItem(PutItemRequest.builder().tableName(TABLE).item(key("1")).build());
    }
    assertThat(intercepting.consumed().ofTable(TABLE)).isEqualTo(Units.writes(1));
  }

  private void put(String id, int bytes) {
    Map<String, AttributeValue> item =
        Map.of("id", text(id), "status", text("OPEN"), "body", text("x".repeat(bytes)));
    client.putItem(PutItemRequest.builder().tableName(TABLE).item(item).build());
  }

  private static QueryRequest byStatus() {
    return QueryRequest.builder()
        .tableName(TABLE)
        .indexName("byStatus")
        .keyConditionExpression("#s = :s")
        .expressionAttributeNames(Map.of("#s", "status"))
        .expressionAttributeValues(Map.of(":s", text("OPEN")))
        .build();
  }

  private static Map<String, AttributeValue> key(String id) {
    return Map.of("id", text(id));
  }

  private static AttributeValue text(String value) {
    return AttributeValue.builder().s(value).build();
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement hash(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.HASH).build();
  }
}
