package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.batch.Backoff;
import dev.gramme.toolkit.batch.Sleeper;
import dev.gramme.toolkit.entity.TableDifferences.Difference;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings.StreamView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.waiters.Waiter;
import software.amazon.awssdk.core.waiters.WaiterAcceptor;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/**
 * Compares an existing table with a schema, and changes it until it fits.
 *
 * <p>DynamoDB accepts one change of an index per request, and the next one only after the table is
 * active again. Each step is therefore derived from a new description of the table. So several
 * processes can run the same update concurrently.
 */
final class TableUpdate {
  /** Two processes with different schemas would otherwise undo each other's steps forever. */
  private static final int MAX_STEPS = 200;

  /** How often one change may be refused while another process changes the table. */
  private static final int MAX_REFUSALS = 8;

  /** How often time to live is described after a refused change, in about three seconds. */
  private static final int MAX_DESCRIPTIONS = 7;

  private static final Duration FIRST_WAIT = Duration.ofMillis(50);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  /** An index of a large table takes hours to build. */
  private static final Duration MAX_WAIT = Duration.ofDays(2);

  private final DynamoDbClient client;
  private final TableSchema schema;
  private final String name;
  private final Optional<StreamView> stream;
  private final Backoff backoff =
      new Backoff(FIRST_WAIT, LONGEST_WAIT, MAX_REFUSALS, new SplittableRandom(), Sleeper.SYSTEM);

  TableUpdate(DynamoDbClient client, TableSchema schema, String name, Optional<StreamView> stream) {
    this.client = client;
    this.schema = schema;
    this.name = name;
    this.stream = stream;
  }

  /** The differences of the table as sentences; that it does not exist is one. */
  List<String> differences() {
    try {
      return compare(describe().table()).all().stream().map(Difference::text).toList();
    } catch (ResourceNotFoundException e) {
      return List.of("the table " + name + " does not exist");
    }
  }

  /**
   * Requires that the existing table fits.
   *
   * @throws TableMismatch if an access pattern of the schema cannot work with the table
   */
  void requireFit() {
    List<String> breaking = breaking();
    if (!breaking.isEmpty()) {
      throw new TableMismatch(name, breaking);
    }
  }

  private List<String> breaking() {
    try {
      return compare(describe().table()).all().stream()
          .filter(Difference::breaking)
          .map(Difference::text)
          .toList();
    } catch (ResourceNotFoundException e) {
      return List.of("it does not exist");
    }
  }

  /**
   * Changes the existing table until it fits.
   *
   * @throws TableMismatch if the table's key or its local indexes differ, before any change
   */
  void update() {
    Optional<UpdateTableRequest> refused = Optional.empty();
    int refusals = 0;
    for (int step = 0; step < MAX_STEPS; step++) {
      TableDescription table = awaitActive(index -> true);
      TableDifferences differences = compare(table);
      List<String> permanent = differences.permanent();
      if (!permanent.isEmpty()) {
        throw new TableMismatch(name, permanent);
      }
      Optional<UpdateTableRequest> request = next(table, differences);
      if (request.isEmpty()) {
        updateTimeToLive();
        return;
      }
      try {
        client.updateTable(request.get());
      } catch (DynamoDbException e) {
        // If another process changes the table, the next step starts from its result. Descriptions
        // are eventually consistent, so that result may be visible late. If the same change is
        // refused again and again, there is another reason, such as the number of indexes.
        refusals = request.equals(refused) ? refusals + 1 : 1;
        if (refusals == MAX_REFUSALS) {
          throw e;
        }
        refused = request;
        backoff.pause(refusals);
      }
    }
    throw new TableMismatch(name, List.of("other processes change it concurrently in another way"));
  }

  /** The next change: new indexes first, since programs may already use them. */
  private Optional<UpdateTableRequest> next(TableDescription table, TableDifferences differences) {
    Optional<UpdateTableRequest> added =
        differences.missing().stream().findFirst().map(index -> adding(table, index));
    Optional<String> removed =
        differences.changed().stream()
            .findFirst()
            .or(() -> differences.additional().stream().findFirst());
    return added.or(() -> removed.map(this::removing)).or(() -> streaming(differences.stream()));
  }

  private UpdateTableRequest adding(TableDescription table, IndexSchema index) {
    return request()
        .attributeDefinitions(TableCreation.definitions(index.key()))
        .globalSecondaryIndexUpdates(
            GlobalSecondaryIndexUpdate.builder()
                .create(create ->
                    create
                        .indexName(index.name())
                        .keySchema(TableCreation.elements(index.key()))
                        .projection(TableCreation.projection(index))
                        .provisionedThroughput(provisioned(table)))
                .build())
        .build();
  }

  /** In provisioned mode a new index gets the units of the table; null on demand. */
  private static @Nullable ProvisionedThroughput provisioned(TableDescription table) {
    var billing = table.billingModeSummary();
    if (billing != null && billing.billingMode() == BillingMode.PAY_PER_REQUEST) {
      return null;
    }
    return ProvisionedThroughput.builder()
        .readCapacityUnits(table.provisionedThroughput().readCapacityUnits())
        .writeCapacityUnits(table.provisionedThroughput().writeCapacityUnits())
        .build();
  }

  private UpdateTableRequest removing(String index) {
    return request()
        .globalSecondaryIndexUpdates(
            GlobalSecondaryIndexUpdate.builder().delete(delete -> delete.indexName(index)).build())
        .build();
  }

  /** A stream's view type can only be changed by disabling it and enabling a new one. */
  private Optional<UpdateTableRequest> streaming(Optional<StreamView> current) {
    if (stream.isEmpty() || stream.equals(current)) {
      return Optional.empty();
    }
    var specification = StreamSpecification.builder().streamEnabled(current.isEmpty());
    if (current.isEmpty()) {
      specification.streamViewType(stream.get().name());
    }
    return Optional.of(request().streamSpecification(specification.build()).build());
  }

  private UpdateTableRequest.Builder request() {
    return UpdateTableRequest.builder().tableName(name);
  }

  /**
   * Enables time to live for the attribute of the schema, or disables it if the schema has none.
   * DynamoDB refuses a second change within an hour.
   */
  void updateTimeToLive() {
    Optional<String> current = timeToLive();
    if (current.equals(schema.timeToLive())) {
      return;
    }
    current.ifPresent(attribute -> expire(attribute, false));
    schema.timeToLive().ifPresent(attribute -> expire(attribute, true));
  }

  /**
   * Enables time to live for the attribute of the schema, if it is not enabled for another one. The
   * creator of the table may have died before enabling it.
   */
  void enableTimeToLive() {
    if (timeToLive().isEmpty()) {
      schema.timeToLive().ifPresent(attribute -> expire(attribute, true));
    }
  }

  private void expire(String attribute, boolean enabled) {
    try {
      client.updateTimeToLive(request ->
          request
              .tableName(name)
              .timeToLiveSpecification(change -> change.attributeName(attribute).enabled(enabled)));
    } catch (DynamoDbException e) {
      // Another process may have made the same change concurrently.
      try {
        awaitTimeToLive(attribute, enabled);
      } catch (SdkClientException unchanged) {
        e.addSuppressed(unchanged);
        throw e;
      }
    }
  }

  /**
   * Waits until the description has a change of another process. Descriptions are eventually
   * consistent: one that is read directly after the change may still be the former one.
   */
  private void awaitTimeToLive(String attribute, boolean enabled) {
    Predicate<DescribeTimeToLiveResponse> changed =
        response -> timeToLive(response).equals(Optional.of(attribute)) == enabled;
    Waiter.builder(DescribeTimeToLiveResponse.class)
        .addAcceptor(WaiterAcceptor.successOnResponseAcceptor(changed))
        .addAcceptor(WaiterAcceptor.retryOnResponseAcceptor(response -> true))
        .overrideConfiguration(configuration ->
            configuration
                .maxAttempts(MAX_DESCRIPTIONS)
                .backoffStrategyV2(
                    BackoffStrategy.exponentialDelayWithoutJitter(FIRST_WAIT, LONGEST_WAIT)))
        .build()
        .run(this::describeTimeToLive);
  }

  private TableDifferences compare(TableDescription table) {
    return new TableDifferences(schema, stream, table, timeToLive());
  }

  /** The attribute for which time to live is enabled, or being enabled. */
  private Optional<String> timeToLive() {
    return timeToLive(describeTimeToLive());
  }

  private static Optional<String> timeToLive(DescribeTimeToLiveResponse response) {
    TimeToLiveDescription found = response.timeToLiveDescription();
    boolean enabled =
        found.timeToLiveStatus() == TimeToLiveStatus.ENABLED
            || found.timeToLiveStatus() == TimeToLiveStatus.ENABLING;
    return enabled ? Optional.of(found.attributeName()) : Optional.empty();
  }

  private DescribeTimeToLiveResponse describeTimeToLive() {
    return client.describeTimeToLive(request -> request.tableName(name));
  }

  private DescribeTableResponse describe() {
    return client.describeTable(request -> request.tableName(name));
  }

  /** Waits until the table and these indexes are active. */
  TableDescription awaitActive(Predicate<String> indexes) {
    Predicate<DescribeTableResponse> active =
        response ->
            response.table().tableStatus() == TableStatus.ACTIVE
                && response.table().globalSecondaryIndexes().stream()
                    .filter(index -> indexes.test(index.indexName()))
                    .allMatch(index -> index.indexStatus() == IndexStatus.ACTIVE);
    Waiter<DescribeTableResponse> waiter =
        Waiter.builder(DescribeTableResponse.class)
            .addAcceptor(WaiterAcceptor.successOnResponseAcceptor(active))
            .addAcceptor(WaiterAcceptor.retryOnResponseAcceptor(response -> true))
            .overrideConfiguration(configuration ->
                configuration
                    .maxAttempts(Integer.MAX_VALUE)
                    .waitTimeout(MAX_WAIT)
                    .backoffStrategyV2(
                        BackoffStrategy.exponentialDelayWithoutJitter(FIRST_WAIT, LONGEST_WAIT)))
            .build();
    return waiter.run(this::describe).matched().response().orElseThrow().table();
  }
}
