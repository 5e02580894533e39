package dev.gramme.toolkit.entity;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

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
   * @throws ItemNotFound if an item to replace does not exist
   * @throws VersionConflict if an item no longer has the version that was read
   * @throws UniqueViolation if another item has the same unique value
   * @throws WriteContention if concurrent writers changed the same items in every attempt
   */
  public void commit() {
    writes.commit(plans);
  }
}
