package dev.gramme.toolkit.entity;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Writes that are committed in one transaction. Use an instance once and in one thread. */
public final class TransactionWrites {
  private final Writes writes;
  private final List<Supplier<List<PlannedWrite>>> plans = new ArrayList<>();

  TransactionWrites(Writes writes) {
    this.writes = writes;
  }

  /** Adds a write. */
  public <T> TransactionWrites put(PutMode mode, EntityType<T> type, T entity) {
    var write = new ItemWrite<>(writes.table(), type, Expression.NONE);
    plans.add(() -> write.put(mode, entity));
    return this;
  }

  /** Adds a deletion, on the condition that the item still has the version that was read. */
  public <T> TransactionWrites delete(EntityType<T> type, T entity) {
    var write = new ItemWrite<>(writes.table(), type, Expression.NONE);
    Expression version = writes.versionOf(type, entity);
    plans.add(() -> write.delete(type.key(entity), version, new ArrayList<>()));
    return this;
  }

  /** Adds a deletion by a key, with the condition of the call. */
  public <T> TransactionWrites delete(EntityType<T> type, Call call) {
    var write = new ItemWrite<>(writes.table(), type, call.condition());
    Map<String, AttributeValue> key = type.key(call::field);
    plans.add(() -> write.delete(key, Expression.NONE, new ArrayList<>()));
    return this;
  }

  /** Adds an update of an item. */
  public <T> TransactionWrites update(Change<T> change) {
    PlannedWrite update = writes.plannedInTransaction(change);
    plans.add(() -> List.of(update));
    return this;
  }

  /** Requires that an item exists and fulfils the condition of the call. */
  public <T> TransactionWrites require(EntityType<T> type, Call call) {
    return check(
        type.key(call::field),
        ItemWrite.exists(type).and(call.condition()),
        found ->
            found.isEmpty()
                ? new ItemNotFound(type.name())
                : new ConditionNotMet(type.name(), call.condition().text()));
  }

  /** Requires that an item does not exist. */
  public <T> TransactionWrites requireAbsent(EntityType<T> type, Call call) {
    return check(
        type.key(call::field), ItemWrite.absent(type), found -> new ItemExists(type.name()));
  }

  /** Requires that an item still has the version that was read. */
  public <T> TransactionWrites requireUnchanged(EntityType<T> type, T entity) {
    long version = type.version().orElseThrow().of(entity);
    return check(
        type.key(entity),
        writes.versionOf(type, entity),
        found -> new VersionConflict(type.name(), version));
  }

  private TransactionWrites check(
      Map<String, AttributeValue> key,
      Expression condition,
      Function<Map<String, AttributeValue>, RuntimeException> refusal) {
    var check =
        ConditionCheck.builder()
            .tableName(writes.table().name())
            .key(key)
            .conditionExpression(condition.text())
            .expressionAttributeNames(condition.names())
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    if (!condition.values().isEmpty()) {
      check.expressionAttributeValues(condition.values());
    }
    var planned =
        new PlannedWrite(
            TransactWriteItem.builder().conditionCheck(check.build()).build(),
            found -> Optional.of(refusal.apply(found)));
    plans.add(() -> List.of(planned));
    return this;
  }

  /**
   * Commits, unless this message was committed before.
   *
   * @param days how many days the message is remembered
   * @return whether this call committed
   * @throws IllegalStateException if the table has no time-to-live attribute
   */
  public boolean commitOnce(String message, int days) {
    plans.add(0, () -> List.of(MessageMark.write(writes.table(), message, days)));
    try {
      commit();
      return true;
    } catch (MessageMark.Seen e) {
      return false;
    }
  }

  /**
   * Commits.
   *
   * @throws ItemExists if an item to create exists
   * @throws ItemNotFound if an item to replace, to update or to check does not exist
   * @throws ConditionNotMet if the condition of an update, a deletion or a check does not hold
   * @throws VersionConflict if an item no longer has the version that was read
   * @throws UniqueViolation if another item has the same unique value
   * @throws WriteContention if concurrent writers changed the same items in every attempt
   */
  public void commit() {
    writes.commit(plans);
  }
}
