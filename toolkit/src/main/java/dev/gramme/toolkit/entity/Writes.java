package dev.gramme.toolkit.entity;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Writes items: with a single request if possible, and with a transaction if there are unique
 * values.
 *
 * <p>The writes for unique values depend on the existing item. The transaction checks that the item
 * is unchanged; if it is not, the writes are planned again.
 */
final class Writes {
  private static final int MAX_ATTEMPTS = 10;
  private static final String FAILED = "ConditionalCheckFailed";
  private static final String CONFLICT = "TransactionConflict";

  private final Table table;

  Writes(Table table) {
    this.table = table;
  }

  Table table() {
    return table;
  }

  <T> T put(PutMode mode, EntityType<T> type, T entity, Expression condition) {
    var write = new ItemWrite<>(table, type, condition);
    commit(List.of(() -> write.put(mode, entity)));
    return type.isCompletedByWrites() ? type.fromItem(write.written(mode, entity)) : entity;
  }

  <T> Expression versionOf(EntityType<T> type, T entity) {
    return type.version()
        .map(version -> ItemWrite.versionIs(version, version.of(entity)))
        .orElse(Expression.NONE);
  }

  /** Deletes an item and returns it as it was stored, empty if there was none. */
  <T> Optional<Map<String, AttributeValue>> delete(
      EntityType<T> type,
      Map<String, AttributeValue> key,
      Expression version,
      Expression condition) {
    var write = new ItemWrite<>(table, type, condition);
    if (!type.unique().isEmpty()) {
      var before = new ArrayList<Map<String, AttributeValue>>();
      commit(
          List.of(() -> {
            before.clear();
            return write.delete(key, version, before);
          }));
      return before.stream().findFirst();
    }
    Expression all = version.and(condition);
    var request =
        DeleteItemRequest.builder()
            .tableName(table.name())
            .key(key)
            .returnValues(ReturnValue.ALL_OLD)
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    if (!all.text().isEmpty()) {
      request.conditionExpression(all.text()).expressionAttributeNames(all.names());
      if (!all.values().isEmpty()) {
        request.expressionAttributeValues(all.values());
      }
    }
    try {
      var response = table.client().deleteItem(request.build());
      return response.hasAttributes() ? Optional.of(response.attributes()) : Optional.empty();
    } catch (ConditionalCheckFailedException e) {
      throw write.deletionRefused(version, e.item());
    }
  }

  <T> T update(Change<T> change) {
    EntityType<T> type = change.type();
    PlannedWrite planned = planned(change);
    try {
      UpdateItemRequest request =
          update(planned.item()).toBuilder().returnValues(ReturnValue.ALL_NEW).build();
      return type.fromItem(table.client().updateItem(request).attributes());
    } catch (ConditionalCheckFailedException e) {
      throw updateRefused(change, e.item());
    }
  }

  /**
   * The update of an item, as an action of a transaction. An update that changes nothing, such as
   * the removal of no values from a set, is a check of its condition, since the service refuses an
   * update without actions in a transaction.
   */
  PlannedWrite plannedInTransaction(Change<?> change) {
    PlannedWrite planned = planned(change);
    Update update = planned.item().update();
    if (update.updateExpression() != null) {
      return planned;
    }
    var check =
        ConditionCheck.builder()
            .tableName(update.tableName())
            .key(update.key())
            .conditionExpression(update.conditionExpression())
            .expressionAttributeNames(update.expressionAttributeNames())
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    if (update.hasExpressionAttributeValues()) {
      check.expressionAttributeValues(update.expressionAttributeValues());
    }
    return new PlannedWrite(
        TransactWriteItem.builder().conditionCheck(check.build()).build(), planned.refusal());
  }

  private PlannedWrite planned(Change<?> change) {
    EntityType<?> type = change.type();
    Expression update = change.update();
    Expression condition =
        (change.creates() ? Expression.NONE : ItemWrite.exists(type))
            .and(type.schemaVersions().isCurrent())
            .and(ItemWrite.expected(type, change.expected()))
            .and(change.condition());
    var values = Expression.plus(update.values(), condition.values());
    var action =
        Update.builder()
            .tableName(table.name())
            .key(change.key())
            .updateExpression(update.orNone().orElse(null))
            .conditionExpression(condition.orNone().orElse(null))
            .expressionAttributeNames(Expression.plus(update.names(), condition.names()))
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    if (!values.isEmpty()) {
      action.expressionAttributeValues(values);
    }
    return new PlannedWrite(
        TransactWriteItem.builder().update(action.build()).build(),
        found -> Optional.of(updateRefused(change, found)));
  }

  private static RuntimeException updateRefused(
      Change<?> change, Map<String, AttributeValue> found) {
    EntityType<?> type = change.type();
    if (found.isEmpty() && !change.creates()) {
      return new ItemNotFound(type.name());
    }
    Optional<ItemOutdated> outdated = type.schemaVersions().refusal(type.name(), found);
    if (outdated.isPresent()) {
      return outdated.get();
    }
    OptionalLong expected = change.expected();
    boolean current =
        expected.isEmpty()
            || type.version()
                .map(v -> found.get(v.attribute()))
                .filter(v -> v.n().equals(Long.toString(expected.getAsLong())))
                .isPresent();
    return current
        ? new ConditionNotMet(type.name(), change.refusal(found))
        : new VersionConflict(type.name(), expected.orElseThrow());
  }

  /** Commits the planned writes, and plans again if their assumptions no longer hold. */
  void commit(List<Supplier<List<PlannedWrite>>> plans) {
    for (int attempt = 1; ; attempt++) {
      List<PlannedWrite> writes = plans.stream().flatMap(plan -> plan.get().stream()).toList();
      boolean single = writes.size() == 1 && writes.get(0).item().conditionCheck() == null;
      boolean last = attempt == MAX_ATTEMPTS;
      if (single ? one(writes.get(0)) : all(writes, last)) {
        return;
      }
      if (last) {
        throw new WriteContention(attempt);
      }
    }
  }

  private boolean one(PlannedWrite write) {
    try {
      TransactWriteItem item = write.item();
      if (item.put() != null) {
        table.client().putItem(put(item));
      } else if (item.update() != null) {
        table.client().updateItem(update(item));
      } else {
        table.client().deleteItem(delete(item));
      }
      return true;
    } catch (ConditionalCheckFailedException e) {
      return refuse(write, e.item());
    }
  }

  private static PutItemRequest put(TransactWriteItem item) {
    var request =
        PutItemRequest.builder()
            .tableName(item.put().tableName())
            .item(item.put().item())
            .conditionExpression(item.put().conditionExpression())
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    if (item.put().hasExpressionAttributeNames()) {
      request.expressionAttributeNames(item.put().expressionAttributeNames());
    }
    if (item.put().hasExpressionAttributeValues()) {
      request.expressionAttributeValues(item.put().expressionAttributeValues());
    }
    return request.build();
  }

  private static UpdateItemRequest update(TransactWriteItem item) {
    var request =
        UpdateItemRequest.builder()
            .tableName(item.update().tableName())
            .key(item.update().key())
            .updateExpression(item.update().updateExpression())
            .conditionExpression(item.update().conditionExpression())
            .expressionAttributeNames(item.update().expressionAttributeNames())
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    if (item.update().hasExpressionAttributeValues()) {
      request.expressionAttributeValues(item.update().expressionAttributeValues());
    }
    return request.build();
  }

  private static DeleteItemRequest delete(TransactWriteItem item) {
    var request =
        DeleteItemRequest.builder()
            .tableName(item.delete().tableName())
            .key(item.delete().key())
            .conditionExpression(item.delete().conditionExpression())
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    if (item.delete().hasExpressionAttributeNames()) {
      request.expressionAttributeNames(item.delete().expressionAttributeNames());
    }
    if (item.delete().hasExpressionAttributeValues()) {
      request.expressionAttributeValues(item.delete().expressionAttributeValues());
    }
    return request.build();
  }

  private boolean all(List<PlannedWrite> writes, boolean last) {
    try {
      table
          .client()
          .transactWriteItems(
              TransactWriteItemsRequest.builder()
                  .transactItems(writes.stream().map(PlannedWrite::item).toList())
                  .build());
      return true;
    } catch (TransactionCanceledException e) {
      // Each refusal is evaluated, since it can change the next plan.
      boolean again = false;
      var refusals = new ArrayList<RuntimeException>();
      for (int i = 0; i < e.cancellationReasons().size(); i++) {
        CancellationReason reason = e.cancellationReasons().get(i);
        if (FAILED.equals(reason.code())) {
          Optional<RuntimeException> refusal = writes.get(i).refusal().apply(reason.item());
          refusal.ifPresent(refusals::add);
          again |= refusal.isEmpty();
        } else {
          again |= CONFLICT.equals(reason.code());
        }
      }
      // A refusal can follow from an assumption that no longer holds: a writer of the same item may
      // have claimed the same unique value. Then only the next plan shows the reason.
      if (again && (!last || refusals.isEmpty())) {
        return false;
      }
      throw refusals.isEmpty() ? e : refusals.get(0);
    }
  }

  /** Throws the reason for a refusal, or returns false if the write must be planned again. */
  private static boolean refuse(PlannedWrite write, Map<String, AttributeValue> found) {
    Optional<RuntimeException> refusal = write.refusal().apply(found);
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    return false;
  }
}
