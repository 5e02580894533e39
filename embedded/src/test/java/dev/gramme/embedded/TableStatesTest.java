package dev.gramme.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.testkit.Eventually;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ReplicaStatus;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.SSEStatus;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamStatus;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/** The states of tables, as the SDK shows them. */
@SuppressWarnings("unchecked") // The SDK takes varargs of consumers.
class TableStatesTest {
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-11-21T00:00:00Z"));

  private static void create(DynamoDbClient client) {
    client.createTable(request ->
        request
            .tableName("things")
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(string("pk"))
            .keySchema(hash("pk")));
  }

  private static void put(DynamoDbClient client, String pk) {
    client.putItem(request ->
        request
            .tableName("things")
            .item(Map.of("pk", AttributeValue.fromS(pk), "g", AttributeValue.fromS("x"))));
  }

  private static TableDescription describe(DynamoDbClient client) {
    return client.describeTable(request -> request.tableName("things")).table();
  }

  private static TableDescription update(
      DynamoDbClient client, Consumer<UpdateTableRequest.Builder> change) {
    return client
        .updateTable(request -> request.tableName("things").applyMutation(change))
        .tableDescription();
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

  private static void index(UpdateTableRequest.Builder request) {
    var create =
        CreateGlobalSecondaryIndexAction.builder()
            .indexName("by-g")
            .keySchema(hash("g"))
            .projection(p -> p.projectionType(ProjectionType.ALL))
            .build();
    request
        .attributeDefinitions(string("g"))
        .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder().create(create).build());
  }

  private static DynamoDbClient withoutRetries(Gramme gramme) {
    return DynamoDbClient.builder()
        .httpClient(gramme.httpClient())
        .region(Gramme.REGION)
        .endpointOverride(URI.create("http://gramme.local"))
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("gramme", "gramme")))
        .overrideConfiguration(config -> config.retryStrategy(retry -> retry.maxAttempts(1)))
        .build();
  }

  @Test
  void advancing_the_clock_takes_a_table_through_its_states() {
    try (var gramme =
        Gramme.builder().clock(CLOCK).controlPlane(ControlPlaneTiming.SERVICE).inMemory()) {
      var client = gramme.client();
      create(client);
      assertThat(describe(client).tableStatus()).isEqualTo(TableStatus.CREATING);
      assertThatThrownBy(() -> put(client, "a")).isInstanceOf(ResourceNotFoundException.class);
      gramme.advance(Duration.ofSeconds(5));
      put(client, "a");

      update(client, TableStatesTest::index);
      assertThatThrownBy(() -> update(client, TableStatesTest::index))
          .hasMessageContaining("Attempting to create an index which already exists");
      assertThatThrownBy(() -> client.deleteTable(request -> request.tableName("things")))
          .isInstanceOf(ResourceInUseException.class);
      gramme.advance(Duration.ofSeconds(40));
      assertThat(describe(client).tableStatus()).isEqualTo(TableStatus.ACTIVE);
      assertThat(describe(client).globalSecondaryIndexes().getFirst().backfilling()).isTrue();
      gramme.advance(Duration.ofMinutes(7));
      assertThat(describe(client).globalSecondaryIndexes().getFirst().indexStatus())
          .isEqualTo(IndexStatus.ACTIVE);
      assertThat(client.scan(s -> s.tableName("things").indexName("by-g")).count()).isEqualTo(1);

      client.deleteTable(request -> request.tableName("things"));
      assertThat(describe(client).tableStatus()).isEqualTo(TableStatus.DELETING);
      assertThat(describe(client).hasKeySchema()).isFalse();
      gramme.advance(Duration.ofSeconds(6));
      assertThatThrownBy(() -> describe(client)).isInstanceOf(ResourceNotFoundException.class);
    }
  }

  private static ReplicaStatus replica(DynamoDbClient client) {
    return describe(client).replicas().getFirst().replicaStatus();
  }

  private static void changeReplica(DynamoDbClient client, long reads) {
    client.updateTable(request ->
        request
            .tableName("things")
            .replicaUpdates(update ->
                update.update(action ->
                    action
                        .regionName("eu-west-1")
                        .onDemandThroughputOverride(o -> o.maxReadRequestUnits(reads)))));
  }

  @Test
  void a_replica_that_is_being_changed_is_not_changed_again() {
    try (var gramme =
            Gramme.builder().clock(CLOCK).controlPlane(ControlPlaneTiming.SERVICE).inMemory();
        var client = withoutRetries(gramme)) {
      create(client);
      gramme.advance(Duration.ofSeconds(5));
      client.updateTable(request ->
          request
              .tableName("things")
              .replicaUpdates(update -> update.create(action -> action.regionName("eu-west-1"))));
      Eventually.get("the replica is active", () -> replica(client), ReplicaStatus.ACTIVE::equals);
      changeReplica(client, 500);
      assertThat(describe(client).tableStatus()).isEqualTo(TableStatus.UPDATING);
      assertThat(replica(client)).isEqualTo(ReplicaStatus.UPDATING);
      assertThatThrownBy(() -> changeReplica(client, 600))
          .isInstanceOf(ResourceInUseException.class)
          .hasMessageContaining("The resource which you are attempting to change is in use.");
      gramme.advance(Duration.ofSeconds(35));
      assertThat(describe(client).tableStatus()).isEqualTo(TableStatus.ACTIVE);
      assertThat(replica(client)).isEqualTo(ReplicaStatus.ACTIVE);
      changeReplica(client, 600);
    }
  }

  @Test
  void the_waiters_of_the_sdk_wait_for_state_changes() {
    try (var gramme = Gramme.builder().stateDelay(Duration.ofMillis(50)).inMemory();
        var waiter =
            DynamoDbWaiter.builder()
                .client(gramme.client())
                .overrideConfiguration(c ->
                    c.maxAttempts(500)
                        .backoffStrategyV2(BackoffStrategy.fixedDelay(Duration.ofMillis(20))))
                .build()) {
      var client = gramme.client();
      create(client);
      waiter.waitUntilTableExists(request -> request.tableName("things"));
      put(client, "a");
      client.deleteTable(request -> request.tableName("things"));
      waiter.waitUntilTableNotExists(request -> request.tableName("things"));
      create(client);
    }
  }

  @Test
  void enabling_and_disabling_a_stream_takes_time() {
    try (var gramme =
        Gramme.builder().clock(CLOCK).controlPlane(ControlPlaneTiming.SERVICE).inMemory()) {
      var client = gramme.client();
      create(client);
      gramme.advance(Duration.ofSeconds(5));
      String arn =
          update(
                  client,
                  request ->
                      request.streamSpecification(
                          s -> s.streamEnabled(true).streamViewType(StreamViewType.KEYS_ONLY)))
              .latestStreamArn();
      assertThat(status(gramme, arn)).isEqualTo(StreamStatus.ENABLING);
      gramme.advance(Duration.ofSeconds(6));
      assertThat(status(gramme, arn)).isEqualTo(StreamStatus.ENABLED);
      update(client, request -> request.streamSpecification(s -> s.streamEnabled(false)));
      assertThat(status(gramme, arn)).isEqualTo(StreamStatus.DISABLING);
      gramme.advance(Duration.ofSeconds(6));
      assertThat(status(gramme, arn)).isEqualTo(StreamStatus.DISABLED);
    }
  }

  private static StreamStatus status(Gramme gramme, String arn) {
    return gramme
        .streamsClient()
        .describeStream(request -> request.streamArn(arn))
        .streamDescription()
        .streamStatus();
  }

  @Test
  void encryption_has_its_own_state() {
    try (var gramme =
        Gramme.builder().clock(CLOCK).controlPlane(ControlPlaneTiming.SERVICE).inMemory()) {
      var client = gramme.client();
      create(client);
      gramme.advance(Duration.ofSeconds(5));
      var answer = update(client, request -> request.sseSpecification(s -> s.enabled(true)));
      assertThat(answer.sseDescription().status()).isEqualTo(SSEStatus.UPDATING);
      assertThat(describe(client).tableStatus()).isEqualTo(TableStatus.ACTIVE);
      gramme.advance(Duration.ofSeconds(22));
      assertThat(describe(client).sseDescription().status()).isEqualTo(SSEStatus.ENABLED);
      assertThat(describe(client).sseDescription().kmsMasterKeyArn()).startsWith("arn:aws:kms:");
    }
  }

  @Test
  void limits_and_rate_limits_of_table_changes_have_their_own_error_types() {
    try (var gramme =
            Gramme.builder().clock(CLOCK).controlPlane(ControlPlaneTiming.SERVICE).inMemory();
        var client = withoutRetries(gramme)) {
      create(client);
      gramme.advance(Duration.ofSeconds(5));
      for (int i = 0; i < 2; i++) {
        update(client, request -> request.tableClass("STANDARD"));
        gramme.advance(Duration.ofSeconds(5));
      }
      assertThatThrownBy(() -> update(client, request -> request.tableClass("STANDARD")))
          .isInstanceOf(LimitExceededException.class);
      update(client, request -> request.deletionProtectionEnabled(true));
      assertThatThrownBy(() -> update(client, r -> r.deletionProtectionEnabled(false)))
          .isInstanceOfSatisfying(
              DynamoDbException.class,
              e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo("ThrottlingException"));
    }
  }
}
