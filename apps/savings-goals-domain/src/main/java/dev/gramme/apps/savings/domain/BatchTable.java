package dev.gramme.apps.savings.domain;

import static java.util.Objects.requireNonNull;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * The consolidated view: one item for each customer, written by the batch pipeline alone. An item
 * is replaced as a whole or not at all, and only by a later generation, so that neither a load that
 * dies nor two loads at once can leave a customer half old and half new.
 */
public final class BatchTable {
  public static final String NAME = "CustomerBatch";

  private final DynamoDbClient dynamo;

  public BatchTable(DynamoDbClient dynamo) {
    this.dynamo = dynamo;
  }

  /** Creates the table, if it is not there. */
  public void create() {
    TableCreation.create(dynamo, NAME, List.of("personId"));
  }

  /** The customer, read eventually consistently. */
  public Read<Optional<Customer>> read(String personId) {
    var response =
        dynamo.getItem(get ->
            get.tableName(NAME)
                .key(Map.of("personId", fromS(personId)))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    var customer =
        response.hasItem() && !response.item().isEmpty()
            ? Optional.of(customer(response.item()))
            : Optional.<Customer>empty();
    return new Read<>(customer, response.consumedCapacity().capacityUnits());
  }

  /**
   * Writes the customer unless the table has them from the same or a later generation.
   *
   * @return whether it was written
   */
  public boolean replace(Customer customer) {
    try {
      dynamo.putItem(put ->
          put.tableName(NAME)
              .item(item(customer))
              .conditionExpression("attribute_not_exists(personId) OR generation < :generation")
              .expressionAttributeValues(
                  Map.of(":generation", fromN(Long.toString(customer.generation())))));
      return true;
    } catch (ConditionalCheckFailedException alreadyNewer) {
      return false;
    }
  }

  /** Whose items are older than a generation, in one of several segments of the table. */
  public Stream<String> olderThan(long generation, int segment, int segments) {
    var scan =
        ScanRequest.builder()
            .tableName(NAME)
            .segment(segment)
            .totalSegments(segments)
            .filterExpression("generation < :generation")
            .projectionExpression("personId")
            .expressionAttributeValues(Map.of(":generation", fromN(Long.toString(generation))))
            .build();
    return dynamo.scanPaginator(scan).items().stream().map(item -> text(item, "personId"));
  }

  /**
   * Removes the customer if their item is still older than a generation.
   *
   * @return whether it was removed
   */
  public boolean removeOlderThan(long generation, String personId) {
    try {
      dynamo.deleteItem(delete ->
          delete
              .tableName(NAME)
              .key(Map.of("personId", fromS(personId)))
              .conditionExpression("generation < :generation")
              .expressionAttributeValues(Map.of(":generation", fromN(Long.toString(generation)))));
      return true;
    } catch (ConditionalCheckFailedException newerOrGone) {
      return false;
    }
  }

  private static Map<String, AttributeValue> item(Customer customer) {
    var item = new HashMap<String, AttributeValue>();
    item.put("personId", fromS(customer.personId()));
    item.put("name", fromS(customer.name()));
    item.put(
        "preferences",
        fromM(
            Map.of(
                "notifications", fromBool(customer.preferences().notifications()),
                "language", fromS(customer.preferences().language()))));
    item.put("month", fromS(customer.month().toString()));
    item.put("goals", fromL(customer.goals().stream().map(BatchTable::map).toList()));
    item.put("lastUpdated", fromS(Moments.text(customer.lastUpdated())));
    item.put("generation", fromN(Long.toString(customer.generation())));
    return item;
  }

  private static AttributeValue map(Goal goal) {
    return fromM(
        Map.of(
            "goalId", fromS(goal.goalId()),
            "targetAmount", fromN(goal.targetAmount().toPlainString()),
            "savedAmount", fromN(goal.savedAmount().toPlainString()),
            "status", fromS(goal.status().name()),
            "specialRate", fromN(goal.specialRate().toPlainString())));
  }

  private static Customer customer(Map<String, AttributeValue> item) {
    var preferences = requireNonNull(item.get("preferences")).m();
    return new Customer(
        text(item, "personId"),
        text(item, "name"),
        new Customer.Preferences(
            requireNonNull(preferences.get("notifications")).bool(), text(preferences, "language")),
        YearMonth.parse(text(item, "month")),
        requireNonNull(item.get("goals")).l().stream().map(goal -> goal(goal.m())).toList(),
        Moments.parse(text(item, "lastUpdated")),
        Long.parseLong(requireNonNull(item.get("generation")).n()));
  }

  private static Goal goal(Map<String, AttributeValue> map) {
    return new Goal(
        text(map, "goalId"),
        number(map, "targetAmount"),
        number(map, "savedAmount"),
        GoalStatus.valueOf(text(map, "status")),
        number(map, "specialRate"));
  }

  static String text(Map<String, AttributeValue> map, String name) {
    return requireNonNull(map.get(name), name).s();
  }

  static BigDecimal number(Map<String, AttributeValue> map, String name) {
    return new BigDecimal(requireNonNull(map.get(name), name).n());
  }
}
