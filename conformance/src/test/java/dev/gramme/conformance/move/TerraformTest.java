package dev.gramme.conformance.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.testkit.Eventually;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.SSEStatus;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/**
 * The requests that Terraform's provider for AWS sends for a table, in their order, and what it
 * expects of the answers: it waits for certain states, and any state that it does not name is an
 * error. Source: {@code internal/service/dynamodb} of the provider (2025).
 */
final class TerraformTest {
  private static final String TABLE = "terraform";

  private final LocalServer server = LocalServer.start("--state-delays=150ms");
  private final DynamoDbClient client = server.client();

  @AfterEach
  void stop() {
    server.close();
  }

  /** Waits as the provider does: only pending states may come before the target. */
  private static <T> void awaitState(Supplier<T> state, Set<T> pending, T target) {
    Eventually.holds(
        "state " + target,
        () -> {
          T now = state.get();
          if (!now.equals(target)) {
            assertThat(pending).contains(now);
          }
          return now.equals(target);
        });
  }

  private TableDescription describe() {
    return server.table(TABLE);
  }

  private void awaitActive() {
    awaitState(
        () -> describe().tableStatus(),
        Set.of(TableStatus.CREATING, TableStatus.UPDATING),
        TableStatus.ACTIVE);
  }

  private void awaitIndex(String name) {
    awaitState(
        () ->
            describe().globalSecondaryIndexes().stream()
                .filter(index -> index.indexName().equals(name))
                .findFirst()
                .orElseThrow()
                .indexStatus(),
        Set.of(IndexStatus.CREATING, IndexStatus.UPDATING),
        IndexStatus.ACTIVE);
  }

  private TimeToLiveStatus expiry() {
    return client
        .describeTimeToLive(each -> each.tableName(TABLE))
        .timeToLiveDescription()
        .timeToLiveStatus();
  }

  private PointInTimeRecoveryStatus recovery() {
    return client
        .describeContinuousBackups(each -> each.tableName(TABLE))
        .continuousBackupsDescription()
        .pointInTimeRecoveryDescription()
        .pointInTimeRecoveryStatus();
  }

  private static List<AttributeDefinition> attributes(String... names) {
    return java.util.Arrays.stream(names)
        .map(name ->
            AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build())
        .toList();
  }

  private static KeySchemaElement hash(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.HASH).build();
  }

  private void update(UpdateTableRequest.Builder request) {
    client.updateTable(request.tableName(TABLE).build());
  }

  private void create() {
    client.createTable(table ->
        table
            .tableName(TABLE)
            .billingMode(BillingMode.PROVISIONED)
            .provisionedThroughput(units -> units.readCapacityUnits(5L).writeCapacityUnits(5L))
            .attributeDefinitions(attributes("id", "owner"))
            .keySchema(hash("id"))
            .globalSecondaryIndexes(
                GlobalSecondaryIndex.builder()
                    .indexName("by-owner")
                    .keySchema(hash("owner"))
                    .projection(all -> all.projectionType(ProjectionType.KEYS_ONLY))
                    .provisionedThroughput(
                        units -> units.readCapacityUnits(5L).writeCapacityUnits(5L))
                    .build())
            .streamSpecification(stream ->
                stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES))
            .tableClass(TableClass.STANDARD)
            .deletionProtectionEnabled(false)
            .tags(Tag.builder().key("stage").value("test").build()));
    awaitActive();
    awaitIndex("by-owner");
    client.updateTimeToLive(each ->
        each.tableName(TABLE)
            .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName("expires")));
    awaitState(
        this::expiry,
        Set.of(TimeToLiveStatus.DISABLED, TimeToLiveStatus.ENABLING),
        TimeToLiveStatus.ENABLED);
    client.updateContinuousBackups(each ->
        each.tableName(TABLE)
            .pointInTimeRecoverySpecification(
                recovery -> recovery.pointInTimeRecoveryEnabled(true)));
    awaitState(
        this::recovery,
        Set.of(PointInTimeRecoveryStatus.DISABLED),
        PointInTimeRecoveryStatus.ENABLED);
  }

  @Test
  void a_created_table_is_read_as_it_was_declared() {
    assertThatThrownBy(this::describe)
        .isInstanceOf(ResourceNotFoundException.class)
        .hasMessageContaining("Requested resource not found: Table: ");

    create();

    TableDescription table = describe();
    assertThat(table.billingModeSummary() == null || isProvisioned(table)).isTrue();
    assertThat(table.provisionedThroughput().readCapacityUnits()).isEqualTo(5);
    assertThat(table.latestStreamArn()).startsWith(table.tableArn() + "/stream/");
    assertThat(table.latestStreamLabel()).isNotEmpty();
    assertThat(table.deletionProtectionEnabled()).isFalse();
    assertThat(table.warmThroughput().statusAsString()).isEqualTo("ACTIVE");
    assertThat(table.sseDescription()).isNull();
    assertThat(table.replicas()).isEmpty();
    assertThat(table.globalSecondaryIndexes().getFirst().projection().nonKeyAttributes()).isEmpty();
    assertThat(client.listTagsOfResource(each -> each.resourceArn(table.tableArn())).tags())
        .containsExactly(Tag.builder().key("stage").value("test").build());
  }

  private static boolean isProvisioned(TableDescription table) {
    return table.billingModeSummary().billingMode() == BillingMode.PROVISIONED;
  }

  @Test
  void changes_reach_the_states_that_the_provider_waits_for() {
    create();

    update(
        UpdateTableRequest.builder()
            .globalSecondaryIndexUpdates(
                GlobalSecondaryIndexUpdate.builder()
                    .delete(index -> index.indexName("by-owner"))
                    .build()));
    Eventually.holds("index is gone", () -> describe().globalSecondaryIndexes().isEmpty());
    awaitActive();
    update(UpdateTableRequest.builder().billingMode(BillingMode.PAY_PER_REQUEST));
    awaitActive();
    update(UpdateTableRequest.builder().deletionProtectionEnabled(true));
    awaitActive();
    update(
        UpdateTableRequest.builder()
            .attributeDefinitions(attributes("id", "group"))
            .globalSecondaryIndexUpdates(
                GlobalSecondaryIndexUpdate.builder()
                    .create(index ->
                        index
                            .indexName("by-group")
                            .keySchema(hash("group"))
                            .projection(all -> all.projectionType(ProjectionType.ALL)))
                    .build()));
    awaitIndex("by-group");
    awaitActive();
    update(UpdateTableRequest.builder().sseSpecification(sse -> sse.enabled(true)));
    awaitState(
        () -> describe().sseDescription().status(),
        Set.of(SSEStatus.ENABLING, SSEStatus.UPDATING),
        SSEStatus.ENABLED);
    String arn = describe().tableArn();
    client.untagResource(each -> each.resourceArn(arn).tagKeys("stage"));
    client.tagResource(
        each -> each.resourceArn(arn).tags(Tag.builder().key("team").value("a").build()));

    TableDescription table = describe();
    assertThat(table.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
    assertThat(table.provisionedThroughput().readCapacityUnits()).isZero();
    assertThat(client.listTagsOfResource(each -> each.resourceArn(arn)).tags())
        .extracting(Tag::key)
        .containsExactly("team");
  }

  @Test
  void a_destroyed_table_is_not_found_in_the_end() {
    create();

    client.deleteTable(each -> each.tableName(TABLE));

    Eventually.holds(
        "table is gone",
        () -> {
          try {
            assertThat(describe().tableStatus()).isIn(TableStatus.ACTIVE, TableStatus.DELETING);
            return false;
          } catch (ResourceNotFoundException gone) {
            return true;
          }
        });
    assertThatThrownBy(() -> client.deleteTable(each -> each.tableName(TABLE)))
        .isInstanceOf(ResourceNotFoundException.class)
        .hasMessageContaining("Requested resource not found: Table: ");
  }
}
