package dev.gramme.apps.savings.domain;

import static dev.gramme.apps.savings.domain.BatchTable.number;
import static dev.gramme.apps.savings.domain.BatchTable.text;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.YearMonth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * The near-real-time view: for each customer and goal the newest balance that an event told,
 * written by the stream consumer alone and gone after five days.
 */
public final class PendingTable {
  public static final String NAME = "CustomerNRT";

  private static final String CLOSED = "SETTLED";

  private final DynamoDbClient dynamo;

  public PendingTable(DynamoDbClient dynamo) {
    this.dynamo = dynamo;
  }

  /** Creates the table and its time to live, if they are not there. */
  public void create() {
    TableCreation.create(dynamo, NAME, List.of("personId", "goalId"));
    try {
      dynamo.updateTimeToLive(ttl ->
          ttl.tableName(NAME)
              .timeToLiveSpecification(set -> set.enabled(true).attributeName("ttl")));
    } catch (DynamoDbException e) {
      if (!String.valueOf(e.getMessage()).contains("already enabled")) {
        throw e;
      }
    }
  }

  /** All that is pending for a customer, read eventually consistently: one Query. */
  public Read<List<PendingBalance>> read(String personId) {
    var response =
        dynamo.query(query ->
            query
                .tableName(NAME)
                .keyConditionExpression("personId = :personId")
                .expressionAttributeValues(Map.of(":personId", fromS(personId)))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    return new Read<>(
        response.items().stream().map(PendingTable::balance).toList(),
        response.consumedCapacity().capacityUnits());
  }

  /**
   * Writes a balance unless the table has the same or a later one for the goal. So events may come
   * late, twice or out of order.
   *
   * @return whether it was written
   */
  public boolean advance(PendingBalance balance) {
    try {
      dynamo.putItem(put ->
          put.tableName(NAME)
              .item(item(balance))
              .conditionExpression("attribute_not_exists(personId) OR updatedAt < :updatedAt")
              .expressionAttributeValues(
                  Map.of(":updatedAt", fromS(Moments.text(balance.updatedAt())))));
      return true;
    } catch (ConditionalCheckFailedException sameOrLater) {
      return false;
    }
  }

  private static Map<String, AttributeValue> item(PendingBalance balance) {
    var item = new HashMap<String, AttributeValue>();
    item.put("personId", fromS(balance.personId()));
    item.put("goalId", fromS(balance.goalId()));
    item.put("month", fromS(balance.month().toString()));
    item.put("currentBalance", fromN(balance.currentBalance().toPlainString()));
    item.put("targetAmount", fromN(balance.targetAmount().toPlainString()));
    item.put("status", fromS(balance.open() ? GoalStatus.PENDING_CONFIRMATION.name() : CLOSED));
    item.put("eventId", fromS(balance.eventId()));
    item.put("updatedAt", fromS(Moments.text(balance.updatedAt())));
    item.put("ttl", fromN(Long.toString(balance.ttl())));
    return item;
  }

  private static PendingBalance balance(Map<String, AttributeValue> item) {
    return new PendingBalance(
        text(item, "personId"),
        text(item, "goalId"),
        YearMonth.parse(text(item, "month")),
        number(item, "currentBalance"),
        number(item, "targetAmount"),
        !text(item, "status").equals(CLOSED),
        text(item, "eventId"),
        Moments.parse(text(item, "updatedAt")));
  }
}
