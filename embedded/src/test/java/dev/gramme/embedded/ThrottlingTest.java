package dev.gramme.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementErrorCodeEnum;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.OnDemandThroughput;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Tests throughput limits through the AWS SDK. The clock changes only when a test advances it. */
class ThrottlingTest {
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-11-21T00:00:00Z"));
  private static final String TABLE_ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/votes";

  private final Gramme gramme =
      Gramme.builder().clock(CLOCK).throttling(Throttling.SERVICE).inMemory();
  private final DynamoDbClient client = client(1);

  /**
   * A client with this number of attempts. Instead of waiting before a retry it advances the clock
   * by one second.
   */
  private DynamoDbClient client(int attempts) {
    BackoffStrategy oneSecond =
        attempt -> {
          gramme.advance(Duration.ofSeconds(1));
          return Duration.ZERO;
        };
    return DynamoDbClient.builder()
        .httpClient(gramme.httpClient())
        .region(Gramme.REGION)
        .endpointOverride(URI.create("http://localhost"))
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
        .overrideConfiguration(override ->
            override.retryStrategy(
                AwsRetryStrategy.standardRetryStrategy().toBuilder()
                    .maxAttempts(attempts)
                    .backoffStrategy(oneSecond)
                    .throttlingBackoffStrategy(oneSecond)
                    .build()))
        .build();
  }

  @AfterEach
  void close() {
    client.close();
    gramme.close();
  }

  private static AttributeDefinition string(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement hash(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.HASH).build();
  }

  private static CreateTableRequest.Builder votes() {
    return CreateTableRequest.builder()
        .tableName("votes")
        .attributeDefinitions(string("pk"))
        .keySchema(hash("pk"));
  }

  private static ProvisionedThroughput units(long reads, long writes) {
    return ProvisionedThroughput.builder()
        .readCapacityUnits(reads)
        .writeCapacityUnits(writes)
        .build();
  }

  private static Map<String, AttributeValue> key(String pk) {
    return Map.of("pk", AttributeValue.fromS(pk));
  }

  private static void put(DynamoDbClient client, String pk) {
    client.putItem(request -> request.tableName("votes").item(key(pk)));
  }

  private static List<String> reasons(Collection<ThrottlingReason> reasons) {
    return reasons.stream().map(reason -> reason.reason() + " " + reason.resource()).toList();
  }

  /** Writes until a write is throttled. Returns the number of successful writes. */
  private int countWritesUntilThrottled() {
    for (int count = 0; ; count++) {
      try {
        put(client, "k" + count);
      } catch (ProvisionedThroughputExceededException throttled) {
        return count;
      }
    }
  }

  @Test
  void a_provisioned_table_serves_its_rate_and_up_to_five_minutes_of_unused_capacity() {
    client.createTable(votes().provisionedThroughput(units(2, 2)).build());

    assertThat(countWritesUntilThrottled()).isEqualTo(600);
    gramme.advance(Duration.ofSeconds(7));
    assertThat(countWritesUntilThrottled()).isEqualTo(14);
    gramme.advance(Duration.ofHours(1));
    assertThat(countWritesUntilThrottled()).isEqualTo(600);

    var throttled =
        catchThrowableOfType(
            ProvisionedThroughputExceededException.class, () -> put(client, "one"));
    assertThat(throttled.statusCode()).isEqualTo(400);
    assertThat(throttled.awsErrorDetails().errorMessage())
        .isEqualTo(
            "The level of configured provisioned throughput for the table was exceeded. Consider"
                + " increasing your provisioning level with the UpdateTable API.");
    assertThat(reasons(throttled.throttlingReasons()))
        .containsExactly("TableWriteProvisionedThroughputExceeded " + TABLE_ARN);
  }

  @Test
  void the_sdk_retries_until_throughput_is_available() {
    client.createTable(votes().provisionedThroughput(units(1, 1)).build());
    assertThat(countWritesUntilThrottled()).isEqualTo(300);

    try (var patient = client(3)) {
      for (int i = 0; i < 5; i++) {
        put(patient, "again");
      }
    }

    assertThatThrownBy(() -> put(client, "one"))
        .isInstanceOf(ProvisionedThroughputExceededException.class);
  }

  @Test
  void increased_throughput_applies_immediately() {
    client.createTable(votes().provisionedThroughput(units(1, 1)).build());
    assertThat(countWritesUntilThrottled()).isEqualTo(300);

    client.updateTable(request -> request.tableName("votes").provisionedThroughput(units(1, 50)));
    gramme.advance(Duration.ofSeconds(2));

    assertThat(countWritesUntilThrottled()).isEqualTo(100);
  }

  @Test
  void the_maximum_throughput_of_an_on_demand_table_is_enforced() {
    client.createTable(
        votes()
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .onDemandThroughput(
                OnDemandThroughput.builder()
                    .maxReadRequestUnits(10L)
                    .maxWriteRequestUnits(2L)
                    .build())
            .build());
    put(client, "a");
    put(client, "b");

    var throttled = catchThrowableOfType(ThrottlingException.class, () -> put(client, "c"));

    assertThat(reasons(throttled.throttlingReasons()))
        .containsExactly("TableWriteMaxOnDemandThroughputExceeded " + TABLE_ARN);
    assertThat(throttled.awsErrorDetails().errorMessage())
        .startsWith("Throughput exceeds the current capacity of your table or index.");
    gramme.advance(Duration.ofSeconds(1));
    put(client, "c");
  }

  @Test
  void an_index_without_available_throughput_throttles_the_writes_of_its_table() {
    client.createTable(
        votes()
            .attributeDefinitions(string("pk"), string("g"))
            .provisionedThroughput(units(100, 100))
            .globalSecondaryIndexes(
                GlobalSecondaryIndex.builder()
                    .indexName("by-g")
                    .keySchema(hash("g"))
                    .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY))
                    .provisionedThroughput(units(1, 1))
                    .build())
            .build());
    for (int i = 0; i < 300; i++) {
      indexed("k" + i);
    }

    var throttled =
        catchThrowableOfType(ProvisionedThroughputExceededException.class, () -> indexed("x"));

    assertThat(throttled.awsErrorDetails().errorMessage())
        .contains("one or more global secondary indexes of the table");
    assertThat(reasons(throttled.throttlingReasons()))
        .containsExactly("IndexWriteProvisionedThroughputExceeded " + TABLE_ARN + "/index/by-g");
    assertThat(client.getItem(request -> request.tableName("votes").key(key("x"))).hasItem())
        .as("the item was not written")
        .isFalse();
    put(client, "without g");
  }

  private void indexed(String pk) {
    client.putItem(request ->
        request
            .tableName("votes")
            .item(Map.of("pk", AttributeValue.fromS(pk), "g", AttributeValue.fromS("g"))));
  }

  @Test
  void a_batch_write_returns_throttled_requests_as_unprocessed() {
    client.createTable(votes().provisionedThroughput(units(1, 1)).build());
    var ten = puts(10);
    for (int i = 0; i < 29; i++) {
      assertThat(writeReturningUnprocessed(ten)).isEmpty();
    }
    gramme.advance(Duration.ofSeconds(1));
    client.deleteItem(request -> request.tableName("votes").key(key("k0")));
    for (int i = 0; i < 5; i++) {
      put(client, "other");
    }

    assertThat(writeReturningUnprocessed(ten)).containsExactlyElementsOf(ten.subList(5, 10));
    assertThat(client.scan(request -> request.tableName("votes")).items()).hasSize(11);
    assertThatThrownBy(() -> writeReturningUnprocessed(ten))
        .isInstanceOf(ProvisionedThroughputExceededException.class);
  }

  private static List<WriteRequest> puts(int count) {
    return IntStream.range(0, count)
        .mapToObj(i ->
            WriteRequest.builder()
                .putRequest(PutRequest.builder().item(key("k" + i)).build())
                .build())
        .toList();
  }

  private List<WriteRequest> writeReturningUnprocessed(List<WriteRequest> requests) {
    var answer = client.batchWriteItem(batch -> batch.requestItems(Map.of("votes", requests)));
    return answer.unprocessedItems().getOrDefault("votes", List.of());
  }

  @Test
  void a_batch_get_returns_throttled_keys_as_unprocessed() {
    client.createTable(votes().provisionedThroughput(units(1, 100)).build());
    var keys = IntStream.range(0, 100).mapToObj(i -> key("k" + i)).toList();
    var wanted = KeysAndAttributes.builder().keys(keys).consistentRead(true).build();
    for (int i = 0; i < 2; i++) {
      assertThat(unprocessedKeys(wanted)).isEmpty();
    }
    for (int i = 0; i < 40; i++) {
      client.getItem(request -> request.tableName("votes").key(key("k1")).consistentRead(true));
    }

    assertThat(unprocessedKeys(wanted)).containsExactlyElementsOf(keys.subList(60, 100));
    assertThatThrownBy(() -> unprocessedKeys(wanted))
        .isInstanceOf(ProvisionedThroughputExceededException.class);
    gramme.advance(Duration.ofSeconds(1));
    assertThatThrownBy(
            () -> client.transactGetItems(request -> request.transactItems(get("k1"), get("k2"))))
        .isInstanceOfSatisfying(
            TransactionCanceledException.class,
            canceled ->
                assertThat(canceled.cancellationReasons())
                    .extracting(reason -> reason.code())
                    .containsExactly("None", "ProvisionedThroughputExceeded"));
    client.getItem(request -> request.tableName("votes").key(key("k1")).consistentRead(true));
    assertThatThrownBy(() -> client.scan(request -> request.tableName("votes")))
        .as("a page is throttled as a whole")
        .isInstanceOf(ProvisionedThroughputExceededException.class);
  }

  private List<Map<String, AttributeValue>> unprocessedKeys(KeysAndAttributes wanted) {
    var answer = client.batchGetItem(request -> request.requestItems(Map.of("votes", wanted)));
    return answer.hasUnprocessedKeys() && answer.unprocessedKeys().containsKey("votes")
        ? answer.unprocessedKeys().get("votes").keys()
        : List.of();
  }

  private static TransactGetItem get(String pk) {
    return TransactGetItem.builder()
        .get(Get.builder().tableName("votes").key(key(pk)).build())
        .build();
  }

  @Test
  void a_throttled_transaction_is_cancelled_and_consumes_nothing() {
    client.createTable(
        votes()
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .onDemandThroughput(OnDemandThroughput.builder().maxWriteRequestUnits(5L).build())
            .build());

    var canceled =
        catchThrowableOfType(
            TransactionCanceledException.class,
            () ->
                client.transactWriteItems(request ->
                    request.transactItems(
                        transactPut("a"), transactPut("b"), transactPut("c"), transactPut("d"))));

    assertThat(canceled.cancellationReasons())
        .extracting(reason -> reason.code())
        .containsExactly("None", "None", "None", "ThrottlingError");
    assertThat(canceled.cancellationReasons().getLast().message())
        .startsWith("Throughput exceeds the current capacity of your table or index.");
    for (int i = 0; i < 5; i++) {
      put(client, "k" + i);
    }
    assertThatThrownBy(() -> put(client, "k5")).isInstanceOf(ThrottlingException.class);
    assertThat(client.scan(request -> request.tableName("votes")).items()).hasSize(5);
  }

  private static TransactWriteItem transactPut(String pk) {
    return TransactWriteItem.builder()
        .put(Put.builder().tableName("votes").item(key(pk)).build())
        .build();
  }

  @Test
  void statements_are_throttled_like_other_requests() {
    client.createTable(votes().provisionedThroughput(units(1, 1)).build());
    assertThat(countWritesUntilThrottled()).isEqualTo(300);

    assertThatThrownBy(() ->
            client.executeStatement(
                request -> request.statement("INSERT INTO votes VALUE {'pk':'new'}")))
        .isInstanceOf(ProvisionedThroughputExceededException.class);
    var batch =
        client.batchExecuteStatement(request ->
            request.statements(
                BatchStatementRequest.builder()
                    .statement("INSERT INTO votes VALUE {'pk':'new'}")
                    .build()));
    assertThat(batch.responses().getFirst().error().code())
        .isEqualTo(BatchStatementErrorCodeEnum.PROVISIONED_THROUGHPUT_EXCEEDED);
    var reads = new ArrayList<Integer>();
    assertThatThrownBy(
            () -> {
              while (true) {
                reads.add(
                    client
                        .executeStatement(request ->
                            request
                                .statement("SELECT * FROM votes WHERE pk = 'k1'")
                                .consistentRead(true))
                        .items()
                        .size());
              }
            })
        .isInstanceOf(ProvisionedThroughputExceededException.class);
    assertThat(reads).hasSize(300);
  }

  @Test
  void a_write_with_a_failed_condition_consumes_as_much_as_a_successful_one() {
    client.createTable(votes().provisionedThroughput(units(1, 1)).build());
    assertThat(countWritesUntilThrottled()).isEqualTo(300);
    gramme.advance(Duration.ofSeconds(2));

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(this::putOnce).isInstanceOf(ConditionalCheckFailedException.class);
    }

    assertThatThrownBy(this::putOnce).isInstanceOf(ProvisionedThroughputExceededException.class);
  }

  private void putOnce() {
    client.putItem(request ->
        request.tableName("votes").item(key("k1")).conditionExpression("attribute_not_exists(pk)"));
  }

  @Test
  void throttling_is_disabled_by_default() {
    try (var unthrottled = Gramme.inMemory(CLOCK)) {
      unthrottled.client().createTable(votes().provisionedThroughput(units(1, 1)).build());
      for (int i = 0; i < 1000; i++) {
        put(unthrottled.client(), "k");
      }
      assertThat(unthrottled.client().scan(request -> request.tableName("votes")).items())
          .hasSize(1);
    }
  }
}
