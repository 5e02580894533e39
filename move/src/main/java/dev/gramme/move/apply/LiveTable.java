package dev.gramme.move.apply;

import dev.gramme.move.CommandException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ContributorInsightsAction;
import software.amazon.awssdk.services.dynamodb.model.ContributorInsightsStatus;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DestinationStatus;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryDescription;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoverySpecification;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.PolicyNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReplicaStatus;
import software.amazon.awssdk.services.dynamodb.model.ReplicationGroupUpdate;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.SSEDescription;
import software.amazon.awssdk.services.dynamodb.model.SSEStatus;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** A table of a server, and the requests that change it. */
public final class LiveTable {
  private static final BackoffStrategy PAUSES =
      BackoffStrategy.exponentialDelayWithoutJitter(Duration.ofMillis(20), Duration.ofSeconds(2));

  /** The service needs hours for an index of a large table. */
  private static final long MAX_WAIT_NANOS = TimeUnit.HOURS.toNanos(24);

  private final DynamoDbClient client;
  private final String name;

  /** A table that may not exist yet. */
  public LiveTable(DynamoDbClient client, String name) {
    this.client = client;
    this.name = name;
  }

  /** The description, if the table exists. */
  public Optional<TableDescription> description() {
    try {
      return Optional.of(client.describeTable(table -> table.tableName(name)).table());
    } catch (ResourceNotFoundException missing) {
      return Optional.empty();
    }
  }

  /** Creates the table and waits until it can be used. */
  public void create(CreateTableRequest request) throws CommandException, InterruptedException {
    client.createTable(request);
    awaitActive();
  }

  /** Changes the table and waits for the end of the change. */
  void update(Consumer<UpdateTableRequest.Builder> change)
      throws CommandException, InterruptedException {
    client.updateTable(update -> change.accept(update.tableName(name)));
    awaitActive();
  }

  /** Waits until the table, its indexes and its replicas have no change in progress. */
  public void awaitActive() throws CommandException, InterruptedException {
    long start = System.nanoTime();
    for (int checks = 1; ; checks++) {
      Optional<TableDescription> table = description();
      if (table.isPresent() && isActive(table.get())) {
        return;
      }
      if (System.nanoTime() - start > MAX_WAIT_NANOS) {
        throw CommandException.failed(name + " is still changing after 24 hours");
      }
      // The SDK counts attempts, and the delay before the first is zero.
      TimeUnit.NANOSECONDS.sleep(PAUSES.computeDelay(checks + 1).toNanos());
    }
  }

  private static boolean isActive(TableDescription table) {
    return table.tableStatus() == TableStatus.ACTIVE
        && !isChangingEncryption(table.sseDescription())
        && table.globalSecondaryIndexes().stream()
            .allMatch(index -> index.indexStatus() == IndexStatus.ACTIVE)
        && table.replicas().stream()
            .allMatch(replica -> replica.replicaStatus() == ReplicaStatus.ACTIVE);
  }

  /** The service leaves the table active meanwhile, but refuses other changes. */
  private static boolean isChangingEncryption(@Nullable SSEDescription encryption) {
    return encryption != null
        && (encryption.status() == SSEStatus.ENABLING
            || encryption.status() == SSEStatus.UPDATING
            || encryption.status() == SSEStatus.DISABLING);
  }

  /** The steps for everything that CreateTable and UpdateTable do not set. */
  List<Step> settings(TableDefinition wanted, Optional<TableDescription> present) {
    var steps = new ArrayList<Step>();
    addReplicas(wanted, present, steps);
    addExpiry(wanted, present, steps);
    addRecovery(wanted, present, steps);
    addTags(wanted.tags(), present, steps);
    addInsights(wanted, present, steps);
    addDestination(wanted, present, steps);
    wanted
        .policy()
        .filter(policy -> policyDiffers(present.map(TableDescription::tableArn), policy))
        .ifPresent(policy ->
            steps.add(new Step("set the resource policy", () -> putPolicy(arn(), policy))));
    wanted
        .streamPolicy()
        .filter(policy -> policyDiffers(present.map(TableDescription::latestStreamArn), policy))
        .ifPresent(policy ->
            steps.add(
                new Step(
                    "set the resource policy of the stream",
                    () -> putPolicy(described().latestStreamArn(), policy))));
    return steps;
  }

  private TableDescription described() throws CommandException {
    return description().orElseThrow(() -> CommandException.failed(name + " does not exist"));
  }

  private String arn() throws CommandException {
    return described().tableArn();
  }

  private void addReplicas(
      TableDefinition wanted, Optional<TableDescription> present, List<Step> steps) {
    for (String region : wanted.replicas()) {
      boolean exists =
          present.stream()
              .flatMap(table -> table.replicas().stream())
              .anyMatch(replica -> region.equals(replica.regionName()));
      if (!exists) {
        steps.add(
            new Step(
                "add a replica in " + region,
                () ->
                    update(table ->
                        table.replicaUpdates(
                            ReplicationGroupUpdate.builder()
                                .create(replica -> replica.regionName(region))
                                .build()))));
      }
    }
  }

  private void addExpiry(
      TableDefinition wanted, Optional<TableDescription> present, List<Step> steps) {
    Optional<TimeToLiveDescription> now =
        present
            .map(table ->
                client.describeTimeToLive(each -> each.tableName(name)).timeToLiveDescription())
            .filter(ttl ->
                ttl.timeToLiveStatus() == TimeToLiveStatus.ENABLED
                    || ttl.timeToLiveStatus() == TimeToLiveStatus.ENABLING);
    Optional<TimeToLiveSpecification> expiry =
        wanted.expiry().filter(ttl -> Boolean.TRUE.equals(ttl.enabled()));
    Optional<String> attribute = now.map(TimeToLiveDescription::attributeName);
    if (expiry.map(TimeToLiveSpecification::attributeName).equals(attribute)) {
      return;
    }
    if (attribute.isPresent()) {
      steps.add(
          new Step(
              "disable expiry by " + attribute.get(),
              () -> expire(each -> each.enabled(false).attributeName(attribute.get()))));
    }
    if (expiry.isPresent()) {
      steps.add(
          new Step(
              "enable expiry by " + expiry.get().attributeName(),
              () ->
                  expire(each -> each.enabled(true).attributeName(expiry.get().attributeName()))));
    }
  }

  private void expire(Consumer<TimeToLiveSpecification.Builder> change) {
    client.updateTimeToLive(each -> each.tableName(name).timeToLiveSpecification(change));
  }

  private void addRecovery(
      TableDefinition wanted, Optional<TableDescription> present, List<Step> steps) {
    Optional<PointInTimeRecoveryDescription> now =
        present
            .map(table ->
                client
                    .describeContinuousBackups(each -> each.tableName(name))
                    .continuousBackupsDescription()
                    .pointInTimeRecoveryDescription())
            .filter(recovery ->
                recovery.pointInTimeRecoveryStatus() == PointInTimeRecoveryStatus.ENABLED);
    Optional<PointInTimeRecoverySpecification> recovery =
        wanted.recovery().filter(each -> Boolean.TRUE.equals(each.pointInTimeRecoveryEnabled()));
    if (recovery.isEmpty() && now.isPresent()) {
      steps.add(
          new Step(
              "disable point-in-time recovery",
              () ->
                  recover(
                      PointInTimeRecoverySpecification.builder()
                          .pointInTimeRecoveryEnabled(false)
                          .build())));
    } else if (recovery.isPresent()) {
      Integer days = recovery.get().recoveryPeriodInDays();
      if (now.isEmpty() || (days != null && !days.equals(now.get().recoveryPeriodInDays()))) {
        steps.add(
            new Step(
                "enable point-in-time recovery" + (days == null ? "" : " of " + days + " days"),
                () -> recover(recovery.get())));
      }
    }
  }

  private void recover(PointInTimeRecoverySpecification specification) {
    client.updateContinuousBackups(
        each -> each.tableName(name).pointInTimeRecoverySpecification(specification));
  }

  private void addTags(
      Map<String, String> wanted, Optional<TableDescription> present, List<Step> steps) {
    var missing = new TreeMap<>(wanted);
    present.ifPresent(table ->
        client
            .listTagsOfResource(each -> each.resourceArn(table.tableArn()))
            .tags()
            .forEach(tag -> missing.remove(tag.key(), tag.value())));
    if (!missing.isEmpty()) {
      var tags =
          missing.entrySet().stream()
              .map(each -> Tag.builder().key(each.getKey()).value(each.getValue()).build())
              .toList();
      steps.add(
          new Step(
              "tag with " + String.join(", ", missing.keySet()),
              () -> {
                String arn = arn();
                client.tagResource(each -> each.resourceArn(arn).tags(tags));
              }));
    }
  }

  private void addInsights(
      TableDefinition wanted, Optional<TableDescription> present, List<Step> steps) {
    wanted
        .insights()
        .forEach((index, isWanted) -> {
          boolean isEnabled = present.isPresent() && hasInsights(index, present.get());
          if (isWanted != isEnabled) {
            steps.add(
                new Step(
                    (isWanted ? "enable" : "disable")
                        + " contributor insights"
                        + (index.isEmpty() ? "" : " of the index " + index),
                    () ->
                        client.updateContributorInsights(each ->
                            each.tableName(name)
                                .indexName(index.isEmpty() ? null : index)
                                .contributorInsightsAction(
                                    isWanted
                                        ? ContributorInsightsAction.ENABLE
                                        : ContributorInsightsAction.DISABLE))));
          }
        });
  }

  private boolean hasInsights(String index, TableDescription present) {
    boolean exists =
        index.isEmpty()
            || present.globalSecondaryIndexes().stream()
                .anyMatch(each -> each.indexName().equals(index));
    return exists
        && client
                .describeContributorInsights(
                    each -> each.tableName(name).indexName(index.isEmpty() ? null : index))
                .contributorInsightsStatus()
            == ContributorInsightsStatus.ENABLED;
  }

  private void addDestination(
      TableDefinition wanted, Optional<TableDescription> present, List<Step> steps) {
    if (wanted.destination().isEmpty()) {
      return;
    }
    var destination = wanted.destination().get();
    boolean isActive =
        present.isPresent()
            && client
                .describeKinesisStreamingDestination(each -> each.tableName(name))
                .kinesisDataStreamDestinations()
                .stream()
                .anyMatch(each ->
                    destination.arn().equals(each.streamArn())
                        && each.destinationStatus() == DestinationStatus.ACTIVE);
    if (!isActive) {
      steps.add(
          new Step(
              "send changes to " + destination.arn(),
              () ->
                  client.enableKinesisStreamingDestination(each -> {
                    each.tableName(name).streamArn(destination.arn());
                    if (!destination.precision().isEmpty()) {
                      each.enableKinesisStreamingConfiguration(
                          how -> how.approximateCreationDateTimePrecision(destination.precision()));
                    }
                  })));
    }
  }

  private boolean policyDiffers(Optional<String> arn, String policy) {
    if (arn.isEmpty()) {
      return true;
    }
    try {
      String now = client.getResourcePolicy(each -> each.resourceArn(arn.get())).policy();
      return !policy.replaceAll("\\s", "").equals(String.valueOf(now).replaceAll("\\s", ""));
    } catch (PolicyNotFoundException | ResourceNotFoundException none) {
      return true;
    }
  }

  private void putPolicy(String arn, String policy) throws DynamoDbException {
    client.putResourcePolicy(each -> each.resourceArn(arn).policy(policy));
  }
}
