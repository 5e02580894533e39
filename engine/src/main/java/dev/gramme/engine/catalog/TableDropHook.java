package dev.gramme.engine.catalog;

import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Transaction;

/** Runs in the transaction that drops a table; may run again after a conflict. */
@FunctionalInterface
public interface TableDropHook {

  /**
   * Called with the table that is dropped.
   *
   * @param table the definition before the drop
   * @param counts the number and size of its items
   */
  void beforeDrop(Transaction tx, TableDefinition table, TableStatistics.Counts counts);
}
