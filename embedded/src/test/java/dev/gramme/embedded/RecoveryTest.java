package dev.gramme.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BackupDetails;
import software.amazon.awssdk.services.dynamodb.model.BackupNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.BackupStatus;
import software.amazon.awssdk.services.dynamodb.model.BackupSummary;
import software.amazon.awssdk.services.dynamodb.model.BackupTypeFilter;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsDescription;
import software.amazon.awssdk.services.dynamodb.model.CreateVectorIndexAction;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.InvalidRestoreTimeException;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryUnavailableException;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.SSEStatus;
import software.amazon.awssdk.services.dynamodb.model.SSEType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableAlreadyExistsException;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.VectorAttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.VectorDistanceFunction;
import software.amazon.awssdk.services.dynamodb.model.VectorIndex;
import software.amazon.awssdk.services.dynamodb.model.VectorIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.VectorIndexUpdate;

@SuppressWarnings("unchecked") // The SDK takes varargs of consumers.
class RecoveryTest {

  private static final VectorAttributeDefinition SOUND =
      VectorAttributeDefinition.builder().attributeName("Sound").build();

  private final Gramme gramme = Gramme.inMemory();
  private final DynamoDbClient dynamo = gramme.client();

  @AfterEach
  void close() {
    gramme.close();
  }

  @SuppressWarnings("unchecked") // The SDK takes varargs of consumers.
  private void table() {
    dynamo.createTable(request ->
        request
            .tableName("songs")
            .attributeDefinitions(
                a -> a.attributeName("Id").attributeType(ScalarAttributeType.N),
                a -> a.attributeName("Artist").attributeType(ScalarAttributeType.S))
            .keySchema(k -> k.attributeName("Id").keyType(KeyType.HASH))
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .globalSecondaryIndexes(index ->
                index
                    .indexName("ByArtist")
                    .keySchema(k -> k.attributeName("Artist").keyType(KeyType.HASH))
                    .projection(p -> p.projectionType(ProjectionType.ALL))));
  }

  private void addVectorIndex(String name) {
    var create =
        CreateVectorIndexAction.builder()
            .indexName(name)
            .vectorAttribute(SOUND)
            .dimensions(2L)
            .distanceFunction(VectorDistanceFunction.EUCLIDEAN)
            .projection(p -> p.projectionType(ProjectionType.KEYS_ONLY))
            .build();
    dynamo.updateTable(r ->
        r.tableName("songs")
            .vectorIndexUpdates(VectorIndexUpdate.builder().create(create).build()));
    // Only one index can be created at a time.
    await(() ->
        describe("songs").vectorIndexes().stream()
            .allMatch(index -> index.indexStatus() == IndexStatus.ACTIVE));
  }

  private void put(int id, String artist) {
    dynamo.putItem(request ->
        request
            .tableName("songs")
            .item(
                Map.of(
                    "Id", AttributeValue.fromN("" + id), "Artist", AttributeValue.fromS(artist))));
  }

  private void delete(int id) {
    dynamo.deleteItem(
        request -> request.tableName("songs").key(Map.of("Id", AttributeValue.fromN("" + id))));
  }

  private Map<String, String> items(String table) {
    return dynamo.scan(request -> request.tableName(table)).items().stream()
        .collect(
            Collectors.toMap(item -> value(item, "Id").n(), item -> value(item, "Artist").s()));
  }

  private static AttributeValue value(Map<String, AttributeValue> item, String name) {
    return Objects.requireNonNull(item.get(name));
  }

  private int byArtist(String table, String artist) {
    return dynamo
        .query(request ->
            request
                .tableName(table)
                .indexName("ByArtist")
                .keyConditionExpression("Artist = :a")
                .expressionAttributeValues(Map.of(":a", AttributeValue.fromS(artist))))
        .count();
  }

  private static void await(BooleanSupplier condition) {
    Eventually.holds("the background work of a request is complete", condition);
  }

  private TableDescription describe(String table) {
    return dynamo.describeTable(request -> request.tableName(table)).table();
  }

  private void awaitActive(String table) {
    await(() -> describe(table).tableStatus() == TableStatus.ACTIVE);
  }

  private String backup(String name) {
    BackupDetails details =
        dynamo.createBackup(request -> request.tableName("songs").backupName(name)).backupDetails();
    assertThat(details.backupStatus()).isEqualTo(BackupStatus.CREATING);
    await(() -> details(details.backupArn()).backupStatus() == BackupStatus.AVAILABLE);
    return details.backupArn();
  }

  private BackupDetails details(String arn) {
    return dynamo
        .describeBackup(request -> request.backupArn(arn))
        .backupDescription()
        .backupDetails();
  }

  private List<BackupSummary> backups(BackupTypeFilter type) {
    return dynamo.listBackups(request -> request.backupType(type)).backupSummaries();
  }

  private ContinuousBackupsDescription recovery(boolean enabled) {
    return recovery(dynamo, enabled);
  }

  private static ContinuousBackupsDescription recovery(DynamoDbClient client, boolean enabled) {
    return client
        .updateContinuousBackups(request ->
            request
                .tableName("songs")
                .pointInTimeRecoverySpecification(s -> s.pointInTimeRecoveryEnabled(enabled)))
        .continuousBackupsDescription();
  }

  private Instant latest() {
    return dynamo
        .describeContinuousBackups(request -> request.tableName("songs"))
        .continuousBackupsDescription()
        .pointInTimeRecoveryDescription()
        .latestRestorableDateTime();
  }

  @Test
  void a_backup_of_a_deleted_table_can_be_restored_as_a_new_table() {
    table();
    put(1, "Nina");
    put(2, "Ella");
    String arn = backup("first");
    put(3, "Nina");
    delete(1);
    dynamo.deleteTable(request -> request.tableName("songs"));

    var description = dynamo.describeBackup(r -> r.backupArn(arn)).backupDescription();
    assertThat(description.sourceTableDetails().tableName()).isEqualTo("songs");
    assertThat(description.sourceTableDetails().itemCount()).isEqualTo(2);
    assertThat(description.sourceTableFeatureDetails().globalSecondaryIndexes()).hasSize(1);
    assertThat(description.backupDetails().backupSizeBytes()).isPositive();

    var restored =
        dynamo
            .restoreTableFromBackup(r -> r.backupArn(arn).targetTableName("again"))
            .tableDescription();
    assertThat(restored.tableStatus()).isEqualTo(TableStatus.CREATING);
    assertThat(restored.restoreSummary().restoreInProgress()).isTrue();
    assertThat(restored.restoreSummary().sourceBackupArn()).isEqualTo(arn);
    awaitActive("again");
    assertThat(items("again")).isEqualTo(Map.of("1", "Nina", "2", "Ella"));
    assertThat(byArtist("again", "Nina")).isEqualTo(1);
    var table = describe("again");
    assertThat(table.restoreSummary()).isNull();
    assertThat(table.itemCount()).isEqualTo(2);
    assertThat(table.globalSecondaryIndexes().getFirst().itemCount()).isEqualTo(2);
    assertThat(table.tableId()).isNotEqualTo(description.sourceTableDetails().tableId());

    dynamo.deleteBackup(request -> request.backupArn(arn));
    assertThatThrownBy(() -> details(arn))
        .isInstanceOf(BackupNotFoundException.class)
        .hasMessageContaining("Backup not found: " + arn);
    assertThat(items("again")).hasSize(2);
  }

  @Test
  void a_table_is_restored_to_a_point_in_time() {
    table();
    put(1, "Nina");
    var enabled = recovery(true).pointInTimeRecoveryDescription();
    assertThat(enabled.pointInTimeRecoveryStatus()).isEqualTo(PointInTimeRecoveryStatus.ENABLED);
    assertThat(enabled.recoveryPeriodInDays()).isEqualTo(35);
    put(2, "Ella");
    gramme.advance(Duration.ofHours(1));
    Instant then = latest();
    gramme.advance(Duration.ofDays(10));
    put(1, "Billie");
    delete(2);
    put(3, "Sarah");

    var restored =
        dynamo
            .restoreTableToPointInTime(
                r -> r.sourceTableName("songs").targetTableName("then").restoreDateTime(then))
            .tableDescription();
    assertThat(restored.restoreSummary().restoreDateTime()).isEqualTo(then);
    assertThat(restored.restoreSummary().sourceTableArn()).isEqualTo(describe("songs").tableArn());
    dynamo.restoreTableToPointInTime(r ->
        r.sourceTableArn(describe("songs").tableArn())
            .targetTableName("now")
            .useLatestRestorableTime(true));
    awaitActive("then");
    awaitActive("now");
    assertThat(items("then")).isEqualTo(Map.of("1", "Nina", "2", "Ella"));
    assertThat(byArtist("then", "Ella")).isEqualTo(1);
    assertThat(items("now")).isEqualTo(Map.of("1", "Billie", "3", "Sarah"));
    assertThat(items("songs")).isEqualTo(items("now"));
  }

  @Test
  void a_time_before_the_recovery_period_cannot_be_restored() {
    table();
    recovery(true);
    Instant begin = latest();
    gramme.advance(Duration.ofDays(36));
    assertThatThrownBy(() ->
            dynamo.restoreTableToPointInTime(
                r -> r.sourceTableName("songs").targetTableName("then").restoreDateTime(begin)))
        .isInstanceOf(InvalidRestoreTimeException.class);
    put(1, "Nina");
    recovery(false);
    assertThatThrownBy(() ->
            dynamo.restoreTableToPointInTime(r ->
                r.sourceTableName("songs").targetTableName("then").useLatestRestorableTime(true)))
        .isInstanceOf(PointInTimeRecoveryUnavailableException.class)
        .hasMessageContaining("Point in time recovery is not enabled for table 'songs'");
  }

  @Test
  void a_deleted_table_with_recovery_leaves_a_backup_for_35_days() {
    table();
    recovery(true);
    put(1, "Nina");
    dynamo.deleteTable(request -> request.tableName("songs"));
    assertThat(backups(BackupTypeFilter.USER)).isEmpty();
    var backup = backups(BackupTypeFilter.SYSTEM).getFirst();
    assertThat(backup.backupName()).isEqualTo("songs$DeletedTableBackup");
    assertThat(backup.backupExpiryDateTime())
        .isEqualTo(backup.backupCreationDateTime().plus(Duration.ofDays(35)));
    assertThatThrownBy(() -> dynamo.deleteBackup(r -> r.backupArn(backup.backupArn())))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("User is not allowed to delete the system backup");

    dynamo.restoreTableFromBackup(r -> r.backupArn(backup.backupArn()).targetTableName("songs"));
    awaitActive("songs");
    assertThat(items("songs")).isEqualTo(Map.of("1", "Nina"));
    assertThat(byArtist("songs", "Nina")).isEqualTo(1);

    gramme.advance(Duration.ofDays(36));
    assertThat(backups(BackupTypeFilter.ALL)).isEmpty();
    assertThat(items("songs")).hasSize(1);
  }

  @Test
  void backups_are_listed_in_pages_and_by_time_range() {
    table();
    String first = backup("one");
    gramme.advance(Duration.ofMinutes(1));
    String second = backup("two");
    gramme.advance(Duration.ofMinutes(1));
    String third = backup("two");
    var page = dynamo.listBackups(r -> r.tableName("songs").limit(2));
    assertThat(page.backupSummaries())
        .extracting(BackupSummary::backupArn)
        .containsExactly(first, second);
    var rest = dynamo.listBackups(r -> r.exclusiveStartBackupArn(page.lastEvaluatedBackupArn()));
    assertThat(rest.backupSummaries()).extracting(BackupSummary::backupArn).containsExactly(third);
    assertThat(rest.lastEvaluatedBackupArn()).isNull();
    Instant middle = details(second).backupCreationDateTime();
    Instant end = details(third).backupCreationDateTime();
    assertThat(
            dynamo
                .listBackups(r -> r.timeRangeLowerBound(middle).timeRangeUpperBound(end))
                .backupSummaries())
        .extracting(BackupSummary::backupArn)
        .containsExactly(second);
  }

  @Test
  void a_restore_can_override_the_billing_mode_and_omit_indexes() {
    table();
    put(1, "Nina");
    String arn = backup("first");
    dynamo.restoreTableFromBackup(r ->
        r.backupArn(arn)
            .targetTableName("bare")
            .billingModeOverride(BillingMode.PROVISIONED)
            .provisionedThroughputOverride(t -> t.readCapacityUnits(3L).writeCapacityUnits(2L))
            .globalSecondaryIndexOverride(List.of()));
    awaitActive("bare");
    var bare = describe("bare");
    assertThat(bare.globalSecondaryIndexes()).isEmpty();
    assertThat(bare.attributeDefinitions()).hasSize(1);
    assertThat(bare.provisionedThroughput().readCapacityUnits()).isEqualTo(3);
    assertThat(items("bare")).isEqualTo(Map.of("1", "Nina"));
  }

  @Test
  void a_restore_can_rename_an_index_and_does_not_copy_the_table_class() {
    table();
    put(1, "Nina");
    dynamo.updateTable(r -> r.tableName("songs").tableClass(TableClass.STANDARD_INFREQUENT_ACCESS));
    String arn = backup("first");
    var renamed =
        GlobalSecondaryIndex.builder()
            .indexName("BySinger")
            .keySchema(k -> k.attributeName("Artist").keyType(KeyType.HASH))
            .projection(p -> p.projectionType(ProjectionType.ALL))
            .build();

    dynamo.restoreTableFromBackup(
        r -> r.backupArn(arn).targetTableName("again").globalSecondaryIndexOverride(renamed));
    awaitActive("again");

    assertThat(describe("again").globalSecondaryIndexes())
        .extracting(index -> index.indexName())
        .containsExactly("BySinger");
    assertThat(dynamo.scan(r -> r.tableName("again").indexName("BySinger")).count()).isEqualTo(1);
    assertThat(describe("again").tableClassSummary()).isNull();
    assertThat(describe("songs").tableClassSummary()).isNotNull();
  }

  @Test
  void a_backup_is_found_by_an_arn_of_any_region_and_responses_repeat_that_arn() {
    table();
    String arn = backup("first");
    String elsewhere = arn.replace("us-east-1", "eu-central-2");

    assertThat(details(elsewhere).backupArn()).isEqualTo(elsewhere);
    dynamo.deleteBackup(request -> request.backupArn(elsewhere));

    assertThatThrownBy(() -> details(arn)).isInstanceOf(BackupNotFoundException.class);
  }

  @Test
  void a_table_that_is_being_deleted_can_still_be_backed_up() {
    try (Gramme slow = Gramme.builder().controlPlane(ControlPlaneTiming.SERVICE).inMemory()) {
      var client = slow.client();
      client.createTable(request ->
          request
              .tableName("songs")
              .attributeDefinitions(a -> a.attributeName("Id").attributeType(ScalarAttributeType.N))
              .keySchema(k -> k.attributeName("Id").keyType(KeyType.HASH))
              .billingMode(BillingMode.PAY_PER_REQUEST));
      slow.advance(Duration.ofMinutes(1));
      client.putItem(r -> r.tableName("songs").item(Map.of("Id", AttributeValue.fromN("1"))));
      recovery(client, true);
      client.deleteTable(request -> request.tableName("songs"));
      assertThatThrownBy(() ->
              client.restoreTableToPointInTime(r ->
                  r.sourceTableName("songs").targetTableName("then").useLatestRestorableTime(true)))
          .isInstanceOf(TableNotFoundException.class);
      recovery(client, false);
      String arn =
          client
              .createBackup(r -> r.tableName("songs").backupName("late"))
              .backupDetails()
              .backupArn();
      slow.advance(Duration.ofMinutes(10));
      assertThat(client.listTables().tableNames()).isEmpty();
      assertThat(client.listBackups(r -> r.backupType(BackupTypeFilter.SYSTEM)).backupSummaries())
          .isEmpty();

      await(() ->
          client
                  .describeBackup(r -> r.backupArn(arn))
                  .backupDescription()
                  .backupDetails()
                  .backupStatus()
              == BackupStatus.AVAILABLE);
      client.restoreTableFromBackup(r -> r.backupArn(arn).targetTableName("again"));
      // The restore may take its time only after the first advance.
      await(() -> {
        slow.advance(Duration.ofHours(1));
        return client.describeTable(r -> r.tableName("again")).table().tableStatus()
            == TableStatus.ACTIVE;
      });
      assertThat(client.scan(r -> r.tableName("again")).count()).isEqualTo(1);
    }
  }

  @Test
  void a_restore_can_override_the_encryption_key_and_omit_vector_indexes() {
    table();
    addVectorIndex("one");
    addVectorIndex("other");
    String arn = backup("first");
    var kept =
        VectorIndex.builder()
            .indexName("other")
            .vectorAttribute(SOUND)
            .dimensions(2L)
            .distanceFunction(VectorDistanceFunction.EUCLIDEAN)
            .projection(p -> p.projectionType(ProjectionType.KEYS_ONLY))
            .build();
    dynamo.restoreTableFromBackup(r ->
        r.backupArn(arn)
            .targetTableName("again")
            .sseSpecificationOverride(
                s -> s.enabled(true).sseType(SSEType.KMS).kmsMasterKeyId("alias/own"))
            .vectorIndexOverride(kept));
    awaitActive("again");
    assertThat(describe("again").vectorIndexes())
        .extracting(VectorIndexDescription::indexName)
        .containsExactly("other");
    assertThat(describe("again").sseDescription().status()).isEqualTo(SSEStatus.ENABLED);
    assertThat(describe("songs").sseDescription()).isNull();
  }

  @Test
  void existing_target_names_and_unknown_tables_are_reported() {
    table();
    String arn = backup("first");
    assertThatThrownBy(
            () -> dynamo.restoreTableFromBackup(r -> r.backupArn(arn).targetTableName("songs")))
        .isInstanceOf(TableAlreadyExistsException.class)
        .hasMessageContaining("Table already exists: songs");
    assertThatThrownBy(() -> dynamo.createBackup(r -> r.tableName("none").backupName("some")))
        .isInstanceOf(TableNotFoundException.class)
        .hasMessageContaining("Table not found: none");
  }
}
