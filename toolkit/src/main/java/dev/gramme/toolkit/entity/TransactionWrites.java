package dev.gramme.toolkit.entity;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Writes that are committed together, all or none. Used once, by one thread. */
public final class TransactionWrites {
  private final Writes writes;
  private final List<Supplier<List<PlannedWrite>>> plans = new ArrayList<>();

  TransactionWrites(Writes writes) {
    this.writes = writes;
  }

  /** Writes an item. */
  public <T> TransactionWrites put(PutMode mode, EntityType<T> type, T entity) {
    var write = new ItemWrite<>(writes.table(), type, Expression.NONE);
    plans.add(() -> write.put(mode, entity));
    return this;
  }

  /** Deletes an item, if it is of the version that was read. */
  public <T> TransactionWrites delete(EntityType<T> type, T entity) {
    var write = new ItemWrite<>(writes.table(), type, Expression.NONE);
    Expression version = writes.versionOf(type, entity);
    plans.add(() -> write.delete(type.key(entity), version, new ArrayList<>()));
    return this;
  }

  /**
   * Commits unless it was committed for this message before.
   *
   * @param days for how many days the message is remembered
   * @return whether it was committed now
   * @throws IllegalStateException if the table has no attribute for time to live
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
   * @throws ItemExists if an item was to be created and is there
   * @throws ItemNotFound if an item was to be replaced and is not there
   * @throws VersionConflict if an item is not of the version that was read
   * @throws UniqueViolation if another item has a value that is to be unique
   * @throws WriteContention if others wrote the same items again and again
   */
  public void commit() {
    writes.commit(plans);
  }
}
