package dev.gramme.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AutoScalingSettingsUpdate;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateReplicationGroupMemberAction;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.OnDemandThroughputOverride;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputOverride;
import software.amazon.awssdk.services.dynamodb.model.ReplicaDescription;
import software.amazon.awssdk.services.dynamodb.model.ReplicaGlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ReplicaGlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.ReplicaStatus;
import software.amazon.awssdk.services.dynamodb.model.ReplicationGroupUpdate;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateReplicationGroupMemberAction;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableReplicaAutoScalingRequest;

/** The settings that each replica of a table has of its own. */
@SuppressWarnings("unchecked") // The SDK takes varargs of consumers.
class ReplicaSettingsTest {
  private static final String US = "us-east-1";
  private static final String EU = "eu-west-1";
  private static final String AP = "ap-northeast-1";
  private static final String INDEX = "by-title";

  private final Regions regions = Gramme.regions(US, EU, AP);

  @BeforeEach
  void createTable() {
    create(regions.client(US));
  }

  @AfterEach
  void close() {
    regions.close();
  }

  private static GlobalSecondaryIndex index() {
    return GlobalSecondaryIndex.builder()
        .indexName(INDEX)
        .keySchema(key("Title"))
        .projection(p -> p.projectionType(ProjectionType.ALL))
        .build();
  }

  private static KeySchemaElement key(String attribute) {
    return KeySchemaElement.builder().attributeName(attribute).keyType(KeyType.HASH).build();
  }

  private static AttributeDefinition text(String attribute) {
    return AttributeDefinition.builder()
        .attributeName(attribute)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static void create(DynamoDbClient dynamo) {
    dynamo.createTable(request ->
        request
            .tableName("songs")
            .attributeDefinitions(text("Id"), text("Title"))
            .keySchema(key("Id"))
            .globalSecondaryIndexes(index())
            .billingMode(BillingMode.PAY_PER_REQUEST));
  }

  private static TableDescription send(DynamoDbClient dynamo, ReplicationGroupUpdate update) {
    return dynamo
        .updateTable(request -> request.tableName("songs").replicaUpdates(update))
        .tableDescription();
  }

  private static ReplicationGroupUpdate adding(
      String region, Consumer<CreateReplicationGroupMemberAction.Builder> settings) {
    var action = CreateReplicationGroupMemberAction.builder().regionName(region);
    settings.accept(action);
    return ReplicationGroupUpdate.builder().create(action.build()).build();
  }

  private static ReplicationGroupUpdate changing(
      String region, Consumer<UpdateReplicationGroupMemberAction.Builder> settings) {
    var action = UpdateReplicationGroupMemberAction.builder().regionName(region);
    settings.accept(action);
    return ReplicationGroupUpdate.builder().update(action.build()).build();
  }

  private void add(String region) {
    send(regions.client(US), adding(region, action -> {}));
    regions.awaitReplication();
  }

  private void addWithKey(String region) {
    send(regions.client(US), adding(region, action -> action.kmsMasterKeyId("mine")));
    regions.awaitReplication();
  }

  private void change(
      String from, String region, Consumer<UpdateReplicationGroupMemberAction.Builder> settings) {
    send(regions.client(from), changing(region, settings));
    regions.awaitReplication();
  }

  private static OnDemandThroughputOverride reads(long units) {
    return OnDemandThroughputOverride.builder().maxReadRequestUnits(units).build();
  }

  private static ReplicaGlobalSecondaryIndex ofIndex(String name, long units) {
    return ReplicaGlobalSecondaryIndex.builder()
        .indexName(name)
        .onDemandThroughputOverride(reads(units))
        .build();
  }

  private TableDescription table(String region) {
    return regions.client(region).describeTable(r -> r.tableName("songs")).table();
  }

  private static ReplicaDescription replica(TableDescription table, String region) {
    return table.replicas().stream()
        .filter(replica -> replica.regionName().equals(region))
        .findAny()
        .orElseThrow();
  }

  private static void assertHasAll(ReplicaDescription replica) {
    assertThat(replica.replicaStatus()).isEqualTo(ReplicaStatus.ACTIVE);
    assertThat(replica.kmsMasterKeyId()).isEqualTo("arn:aws:kms:eu-west-1:000000000000:key/mine");
    assertThat(replica.onDemandThroughputOverride()).isEqualTo(reads(500));
    assertThat(replica.globalSecondaryIndexes())
        .containsExactly(
            ReplicaGlobalSecondaryIndexDescription.builder()
                .indexName(INDEX)
                .onDemandThroughputOverride(reads(50))
                .build());
    assertThat(replica.replicaTableClassSummary().tableClass())
        .isEqualTo(TableClass.STANDARD_INFREQUENT_ACCESS);
  }

  private static void assertEffective(TableDescription table) {
    assertThat(table.tableClassSummary().tableClass())
        .isEqualTo(TableClass.STANDARD_INFREQUENT_ACCESS);
    assertThat(table.sseDescription().kmsMasterKeyArn()).endsWith(":key/mine");
    assertThat(table.onDemandThroughput().maxReadRequestUnits()).isEqualTo(500);
    assertThat(table.globalSecondaryIndexes().getFirst().onDemandThroughput().maxReadRequestUnits())
        .isEqualTo(50);
  }

  @Test
  void settings_changed_from_another_region_apply_to_one_replica_and_are_shown_by_all_regions() {
    addWithKey(EU);
    add(AP);
    var answer =
        send(
            regions.client(US),
            changing(
                EU,
                action ->
                    action
                        .onDemandThroughputOverride(reads(500))
                        .globalSecondaryIndexes(ofIndex(INDEX, 50))
                        .tableClassOverride(TableClass.STANDARD_INFREQUENT_ACCESS)));
    assertThat(replica(answer, EU).replicaStatus()).isEqualTo(ReplicaStatus.UPDATING);
    regions.awaitReplication();
    assertHasAll(replica(table(US), EU));
    assertThat(replica(table(AP), EU)).isEqualTo(replica(table(US), EU));
    assertEffective(table(EU));
    for (String other : List.of(US, AP)) {
      assertThat(table(other).onDemandThroughput()).as(other).isNull();
      assertThat(table(other).tableClassSummary()).as(other).isNull();
      assertThat(table(other).sseDescription()).as(other).isNull();
    }
    assertThat(replica(table(EU), US).onDemandThroughputOverride()).isNull();
  }

  @Test
  void settings_that_are_not_in_the_request_remain_unchanged() {
    addWithKey(EU);
    change(US, EU, action -> action.onDemandThroughputOverride(reads(500)));
    change(EU, EU, action -> action.tableClassOverride(TableClass.STANDARD_INFREQUENT_ACCESS));
    change(US, EU, action -> action.globalSecondaryIndexes(ofIndex(INDEX, 50)));
    assertHasAll(replica(table(US), EU));
    assertEffective(table(EU));
  }

  @Test
  void a_new_replica_has_the_requested_settings() {
    send(
        regions.client(US),
        adding(
            EU,
            action ->
                action
                    .kmsMasterKeyId("mine")
                    .onDemandThroughputOverride(reads(500))
                    .globalSecondaryIndexes(ofIndex(INDEX, 50))
                    .tableClassOverride(TableClass.STANDARD_INFREQUENT_ACCESS)));
    regions.awaitReplication();
    assertHasAll(replica(table(US), EU));
    assertEffective(table(EU));
    add(AP);
    assertHasAll(replica(table(AP), EU));
    assertThat(table(AP).onDemandThroughput()).isNull();
  }

  @Test
  void a_change_of_a_shared_ceiling_replaces_the_overrides_of_replicas() {
    add(EU);
    change(
        US,
        EU,
        action ->
            action
                .onDemandThroughputOverride(reads(500))
                .globalSecondaryIndexes(ofIndex(INDEX, 50)));
    change(US, US, action -> action.onDemandThroughputOverride(reads(70)));
    regions
        .client(US)
        .updateTable(r ->
            r.tableName("songs")
                .onDemandThroughput(o -> o.maxReadRequestUnits(100L).maxWriteRequestUnits(20L)));
    regions.awaitReplication();
    assertThat(table(US).onDemandThroughput().maxReadRequestUnits()).isEqualTo(100);
    assertThat(table(EU).onDemandThroughput().maxReadRequestUnits()).isEqualTo(100);
    assertThat(table(EU).onDemandThroughput().maxWriteRequestUnits()).isEqualTo(20);
    assertThat(replica(table(US), EU).onDemandThroughputOverride()).isNull();
    assertThat(replica(table(EU), US).onDemandThroughputOverride()).isNull();
    assertThat(replica(table(US), EU).globalSecondaryIndexes())
        .singleElement()
        .satisfies(index -> assertThat(index.onDemandThroughputOverride()).isEqualTo(reads(50)));
    change(US, EU, action -> action.onDemandThroughputOverride(reads(-1)));
    assertThat(replica(table(US), EU).onDemandThroughputOverride()).isEqualTo(reads(-1));
    assertThat(table(EU).onDemandThroughput().maxReadRequestUnits()).isNull();
    assertThat(table(US).onDemandThroughput().maxReadRequestUnits()).isEqualTo(100);
  }

  @Test
  void a_recreated_index_does_not_inherit_the_ceiling_of_the_deleted_one() {
    add(EU);
    change(US, EU, action -> action.globalSecondaryIndexes(ofIndex(INDEX, 50)));
    update(GlobalSecondaryIndexUpdate.builder().delete(d -> d.indexName(INDEX)).build());
    update(
        GlobalSecondaryIndexUpdate.builder()
            .create(c ->
                c.indexName(INDEX)
                    .keySchema(key("Title"))
                    .projection(p -> p.projectionType(ProjectionType.ALL)))
            .build());
    assertThat(table(EU).globalSecondaryIndexes().getFirst().onDemandThroughput()).isNull();
    assertThat(replica(table(US), EU).hasGlobalSecondaryIndexes()).isFalse();
  }

  private void update(GlobalSecondaryIndexUpdate index) {
    regions
        .client(US)
        .updateTable(r ->
            r.tableName("songs")
                .attributeDefinitions(text("Title"))
                .globalSecondaryIndexUpdates(index));
    regions.awaitReplication();
  }

  @Test
  void a_setting_changed_in_its_own_region_is_shown_by_the_others() {
    add(EU);
    regions
        .client(EU)
        .updateTable(r -> r.tableName("songs").tableClass(TableClass.STANDARD_INFREQUENT_ACCESS));
    regions.awaitReplication();
    assertThat(replica(table(US), EU).replicaTableClassSummary().tableClass())
        .isEqualTo(TableClass.STANDARD_INFREQUENT_ACCESS);
  }

  @Test
  void a_table_that_loses_its_last_replica_keeps_its_effective_ceilings() {
    add(EU);
    change(US, US, action -> action.onDemandThroughputOverride(reads(70)));
    assertThat(replica(table(EU), US).onDemandThroughputOverride()).isEqualTo(reads(70));
    var gone = ReplicationGroupUpdate.builder().delete(d -> d.regionName(EU)).build();
    send(regions.client(US), gone);
    regions.awaitReplication();
    assertThat(table(US).onDemandThroughput().maxReadRequestUnits()).isEqualTo(70);
    regions
        .client(US)
        .updateTable(r -> r.tableName("songs").onDemandThroughput(o -> o.maxReadRequestUnits(-1L)));
    assertThat(table(US).onDemandThroughput()).isNull();
  }

  @Test
  void a_table_with_a_customer_managed_key_requires_a_key_for_each_replica() {
    regions
        .client(US)
        .updateTable(r ->
            r.tableName("songs")
                .sseSpecification(s -> s.enabled(true).sseType("KMS").kmsMasterKeyId("ours")));
    assertRejected(adding(EU, action -> {}), "KMSMasterKeyId must be specified for each replica.");
    send(regions.client(US), adding(EU, action -> action.kmsMasterKeyId("theirs")));
    regions.awaitReplication();
    assertThat(table(EU).sseDescription().kmsMasterKeyArn()).endsWith(":key/theirs");
    assertThat(replica(table(EU), US).kmsMasterKeyId()).endsWith(":key/ours");
    assertThatThrownBy(() ->
            regions
                .client(US)
                .updateTable(r ->
                    r.tableName("songs")
                        .sseSpecification(
                            s -> s.enabled(true).sseType("KMS").kmsMasterKeyId("new"))))
        .hasMessageContaining("can only be updated through ReplicaUpdates parameter");
    for (String region : List.of(US, EU)) {
      assertRejected(
          changing(region, action -> action.kmsMasterKeyId("new")),
          "KMSMasterKeyId must be specified for each replica.");
    }
    assertRejected(
        adding(AP, action -> action.kmsMasterKeyId("alias/aws/dynamodb")),
        "All replica keys must either be Customer Managed CMK or AWS Managed CMK.");
  }

  private void assertRejected(ReplicationGroupUpdate update, String text) {
    assertThatThrownBy(() -> send(regions.client(US), update)).hasMessageContaining(text);
  }

  @Test
  void invalid_requests_are_rejected_and_change_nothing() {
    assertRejected(
        changing(US, action -> action.onDemandThroughputOverride(reads(5))),
        "Please retry the request without these replicas: [us-east-1].");
    add(EU);
    var before = table(US);
    assertRejected(
        changing(AP, action -> action.onDemandThroughputOverride(reads(5))),
        "Please retry the request without these replicas: [ap-northeast-1].");
    String nothing = "There are no actions specified in the Replica Update Action of the request.";
    assertRejected(changing(EU, action -> {}), nothing);
    assertRejected(changing(EU, action -> action.onDemandThroughputOverride(o -> {})), nothing);
    assertRejected(
        changing(EU, action -> action.globalSecondaryIndexes(index -> index.indexName(INDEX))),
        nothing);
    assertRejected(
        changing(EU, action -> action.onDemandThroughputOverride(reads(0))),
        "Requested MaxReadRequestUnits for OnDemandThroughput for table is outside of valid range");
    assertRejected(
        changing(EU, action -> action.onDemandThroughputOverride(reads(40_001))),
        "exceeds TableMaxReadCapacityUnits of the account in region eu-west-1");
    var units = ProvisionedThroughputOverride.builder().readCapacityUnits(5L).build();
    assertRejected(
        changing(EU, action -> action.provisionedThroughputOverride(units)),
        "can be specified when BillingMode is PAY_PER_REQUEST");
    assertRejected(
        changing(EU, action -> action.globalSecondaryIndexes(ofIndex(INDEX, 5), ofIndex(INDEX, 6))),
        "Only one global secondary index update per index is allowed simultaneously.");
    assertThatThrownBy(() ->
            send(
                regions.client(US),
                changing(EU, a -> a.globalSecondaryIndexes(ofIndex("another", 5)))))
        .isInstanceOf(ResourceNotFoundException.class)
        .hasMessageContaining("Index another for table songs");
    regions.awaitReplication();
    assertThat(table(US)).isEqualTo(before);
    assertThat(replica(table(US), EU).onDemandThroughputOverride()).isNull();
  }

  @Test
  void a_new_replica_on_demand_ignores_provisioned_units_and_unknown_indexes() {
    var units = ProvisionedThroughputOverride.builder().readCapacityUnits(5L).build();
    var create =
        adding(
            EU,
            action ->
                action
                    .provisionedThroughputOverride(units)
                    .globalSecondaryIndexes(ofIndex("another", 5)));
    regions
        .client(US)
        .updateTable(request -> request.tableName("songs").replicaUpdates(create, create));
    regions.awaitReplication();
    assertThat(replica(table(US), EU).replicaStatus()).isEqualTo(ReplicaStatus.ACTIVE);
    assertThat(replica(table(US), EU).hasGlobalSecondaryIndexes()).isFalse();
    assertThat(table(EU).onDemandThroughput()).isNull();
  }

  @Test
  void the_error_of_a_protected_table_names_its_region_if_it_has_replicas() {
    add(EU);
    regions.client(EU).updateTable(r -> r.tableName("songs").deletionProtectionEnabled(true));
    assertThatThrownBy(() -> regions.client(EU).deleteTable(r -> r.tableName("songs")))
        .hasMessageContaining(
            "Cannot delete table songs in region eu-west-1 because it has deletion protection"
                + " enabled. Disable deletion protection first.");
  }

  @Test
  void auto_scaling_is_shown_as_disabled_for_all_regions_in_alphabetical_order() {
    add(EU);
    add(AP);
    var scaling =
        regions
            .client(US)
            .describeTableReplicaAutoScaling(r -> r.tableName("songs"))
            .tableAutoScalingDescription();
    assertThat(scaling.replicas())
        .extracting(replica -> replica.regionName())
        .containsExactly(AP, EU, US);
    assertThat(scaling.replicas())
        .allSatisfy(replica ->
            assertThat(
                    replica
                        .replicaProvisionedWriteCapacityAutoScalingSettings()
                        .autoScalingDisabled())
                .isTrue());
  }

  @Test
  void several_replicas_are_changed_in_one_request() {
    add(EU);
    add(AP);
    var answer =
        regions
            .client(US)
            .updateTable(request ->
                request
                    .tableName("songs")
                    .replicaUpdates(
                        changing(EU, action -> action.onDemandThroughputOverride(reads(500))),
                        changing(
                            AP,
                            action ->
                                action.tableClassOverride(TableClass.STANDARD_INFREQUENT_ACCESS)),
                        changing(EU, action -> action.onDemandThroughputOverride(reads(500)))))
            .tableDescription();
    assertThat(answer.replicas())
        .extracting(ReplicaDescription::replicaStatus)
        .containsOnly(ReplicaStatus.UPDATING);
    regions.awaitReplication();
    assertThat(table(EU).onDemandThroughput().maxReadRequestUnits()).isEqualTo(500);
    assertThat(replica(table(US), EU).onDemandThroughputOverride()).isEqualTo(reads(500));
    assertThat(table(AP).tableClassSummary().tableClass())
        .isEqualTo(TableClass.STANDARD_INFREQUENT_ACCESS);
    assertThat(table(AP).onDemandThroughput()).isNull();
  }

  @Test
  void several_changes_of_which_one_breaks_a_rule_change_nothing() {
    add(EU);
    assertThatThrownBy(() ->
            regions
                .client(US)
                .updateTable(request ->
                    request
                        .tableName("songs")
                        .replicaUpdates(
                            changing(EU, action -> action.onDemandThroughputOverride(reads(500))),
                            changing(AP, action -> action.onDemandThroughputOverride(reads(500))))))
        .hasMessageContaining("Please retry the request without these replicas: [ap-northeast-1].");
    regions.awaitReplication();
    assertThat(table(EU).onDemandThroughput()).isNull();
  }

  private static AutoScalingSettingsUpdate scaling() {
    return AutoScalingSettingsUpdate.builder()
        .minimumUnits(1L)
        .maximumUnits(10L)
        .scalingPolicyUpdate(policy ->
            policy.targetTrackingScalingPolicyConfiguration(target -> target.targetValue(70.0)))
        .build();
  }

  private void assertScalingRefused(
      Consumer<UpdateTableReplicaAutoScalingRequest.Builder> update, String text) {
    assertThatThrownBy(() ->
            regions
                .client(US)
                .updateTableReplicaAutoScaling(request -> {
                  request.tableName("songs");
                  update.accept(request);
                }))
        .hasMessageContaining(text);
  }

  @Test
  void scaling_of_replicas_on_demand_can_only_be_turned_off() {
    add(EU);
    String onDemand =
        "Failed to update global table with name \u2018songs\u2018. Replicas 'EU-WEST-1', 'US-EAST-1'"
            + " BillingMode is PayPerRequest. You must convert table's BillingMode to PROVISIONED"
            + " to set parameters: ";
    assertScalingRefused(
        update -> update.provisionedWriteCapacityAutoScalingUpdate(scaling()),
        onDemand + "'GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate'.");
    assertScalingRefused(
        update ->
            update.replicaUpdates(replica ->
                replica.regionName(EU).replicaProvisionedReadCapacityAutoScalingUpdate(scaling())),
        onDemand + "'ReplicaProvisionedReadCapacityAutoScalingSettingsUpdate'.");
    String failed =
        "Failed to update settings for global table with name: \u2018songs\u2019 because ";
    assertScalingRefused(update -> {}, failed + "at least one update parameter must be specified.");
    assertScalingRefused(
        update -> update.replicaUpdates(replica -> replica.regionName(EU)),
        failed
            + "at least one update parameter must be specified for region: \u2018eu-west-1\u2019.");
    assertScalingRefused(
        update ->
            update.replicaUpdates(
                replica -> replica.regionName(EU), replica -> replica.regionName(EU)),
        failed + "the regions: \u2018[eu-west-1]\u2019 were specified more than once.");
    var off =
        regions
            .client(US)
            .updateTableReplicaAutoScaling(update ->
                update
                    .tableName("songs")
                    .provisionedWriteCapacityAutoScalingUpdate(s -> s.autoScalingDisabled(true)))
            .tableAutoScalingDescription();
    assertThat(off.replicas()).hasSize(2);
  }

  @Test
  void settings_are_there_after_a_restart(@TempDir Path folder) {
    try (var first = Gramme.regions(folder, US, EU)) {
      create(first.client(US));
      send(first.client(US), adding(EU, action -> action.kmsMasterKeyId("mine")));
      first.awaitReplication();
      send(
          first.client(US),
          changing(
              EU,
              action ->
                  action
                      .onDemandThroughputOverride(reads(500))
                      .globalSecondaryIndexes(ofIndex(INDEX, 50))
                      .tableClassOverride(TableClass.STANDARD_INFREQUENT_ACCESS)));
    }
    try (var second = Gramme.regions(folder, US, EU)) {
      second.awaitReplication();
      var here = second.client(US).describeTable(r -> r.tableName("songs")).table();
      assertHasAll(replica(here, EU));
      assertEffective(second.client(EU).describeTable(r -> r.tableName("songs")).table());
      var song = Map.of("Id", AttributeValue.fromS("1"), "Title", AttributeValue.fromS("Blue"));
      second.client(EU).putItem(r -> r.tableName("songs").item(song));
      second.awaitReplication();
      assertThat(second.client(US).scan(r -> r.tableName("songs")).count()).isEqualTo(1);
    }
  }
}
