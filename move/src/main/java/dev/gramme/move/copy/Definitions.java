package dev.gramme.move.copy;

import dev.gramme.move.CommandException;
import dev.gramme.move.Connection;
import dev.gramme.move.apply.LiveTable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * The definitions of tables at the target: key, indexes, billing, stream, table class and tags
 * before the items, expiry after them, so that the target deletes nothing during the copy.
 */
final class Definitions {
  private final DynamoDbClient from;
  private final Connection to;

  Definitions(Connection from, Connection to) {
    this.from = from.items();
    this.to = to;
  }

  /**
   * Creates the table, or checks the one that exists.
   *
   * @param mayHaveItems whether items of the table may be replaced
   */
  void prepare(TableDescription table, boolean mayHaveItems)
      throws CommandException, InterruptedException {
    String name = table.tableName();
    var target = new LiveTable(to.items(), name);
    Optional<TableDescription> present = target.description();
    if (present.isEmpty()) {
      target.create(request(table));
      return;
    }
    target.awaitActive();
    if (!form(present.get()).equals(form(table))) {
      throw CommandException.failed(
          "the table %s at %s exists with another key".formatted(name, to));
    }
    if (!mayHaveItems && to.items().scan(scan -> scan.tableName(name).limit(1)).count() > 0) {
      throw CommandException.failed(
          "the table %s at %s has items; --overwrite replaces those with the same keys"
              .formatted(name, to));
    }
  }

  /** The key with its types. */
  private static List<?> form(TableDescription table) {
    var types = new HashMap<String, String>();
    var names = new HashSet<String>();
    table.keySchema().forEach(each -> names.add(each.attributeName()));
    table
        .attributeDefinitions()
        .forEach(each -> {
          if (names.contains(each.attributeName())) {
            types.put(each.attributeName(), each.attributeTypeAsString());
          }
        });
    return List.of(table.keySchema(), Map.copyOf(types));
  }

  private CreateTableRequest request(TableDescription table) {
    boolean onDemand =
        table.billingModeSummary() != null
            && table.billingModeSummary().billingMode() == BillingMode.PAY_PER_REQUEST;
    var request =
        CreateTableRequest.builder()
            .tableName(table.tableName())
            .keySchema(table.keySchema())
            .attributeDefinitions(table.attributeDefinitions())
            .billingMode(onDemand ? BillingMode.PAY_PER_REQUEST : BillingMode.PROVISIONED);
    if (!onDemand) {
      request.provisionedThroughput(units(table.provisionedThroughput()));
    }
    if (table.streamSpecification() != null) {
      request.streamSpecification(table.streamSpecification());
    }
    if (table.tableClassSummary() != null) {
      request.tableClass(table.tableClassSummary().tableClass());
    }
    if (table.onDemandThroughput() != null) {
      request.onDemandThroughput(table.onDemandThroughput());
    }
    if (!table.localSecondaryIndexes().isEmpty()) {
      request.localSecondaryIndexes(
          table.localSecondaryIndexes().stream()
              .map(index ->
                  LocalSecondaryIndex.builder()
                      .indexName(index.indexName())
                      .keySchema(index.keySchema())
                      .projection(index.projection())
                      .build())
              .toList());
    }
    if (!table.globalSecondaryIndexes().isEmpty()) {
      request.globalSecondaryIndexes(
          table.globalSecondaryIndexes().stream()
              .map(index -> {
                var made =
                    GlobalSecondaryIndex.builder()
                        .indexName(index.indexName())
                        .keySchema(index.keySchema())
                        .projection(index.projection())
                        .onDemandThroughput(index.onDemandThroughput());
                if (!onDemand) {
                  made.provisionedThroughput(units(index.provisionedThroughput()));
                }
                return made.build();
              })
              .toList());
    }
    List<Tag> tags = tags(table.tableArn());
    return tags.isEmpty() ? request.build() : request.tags(tags).build();
  }

  /** The tags that a user may set. DynamoDB Local refuses to list tags, and has none. */
  private List<Tag> tags(String table) {
    try {
      return from.listTagsOfResource(each -> each.resourceArn(table)).tags().stream()
          .filter(tag -> !tag.key().startsWith("aws:"))
          .toList();
    } catch (DynamoDbException e) {
      if (e.awsErrorDetails() != null
          && "UnknownOperationException".equals(e.awsErrorDetails().errorCode())) {
        return List.of();
      }
      throw e;
    }
  }

  private static ProvisionedThroughput units(ProvisionedThroughputDescription units) {
    return ProvisionedThroughput.builder()
        .readCapacityUnits(units.readCapacityUnits())
        .writeCapacityUnits(units.writeCapacityUnits())
        .build();
  }

  /** Gives the target the expiry of the source. */
  void copyExpiry(String table) {
    var expiry = from.describeTimeToLive(each -> each.tableName(table)).timeToLiveDescription();
    var present =
        to.items().describeTimeToLive(each -> each.tableName(table)).timeToLiveDescription();
    if (expiry.timeToLiveStatus() == TimeToLiveStatus.ENABLED
        && present.timeToLiveStatus() == TimeToLiveStatus.DISABLED) {
      to.items()
          .updateTimeToLive(each ->
              each.tableName(table)
                  .timeToLiveSpecification(
                      ttl -> ttl.enabled(true).attributeName(expiry.attributeName())));
    }
  }
}
