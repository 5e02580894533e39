package dev.gramme.engine.catalog;

import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Transaction;

/** What is to be done in the transaction in which a table ends; may run again after a conflict. */
@FunctionalInterface
public interface TableDropHook {

  /**
   * Takes leave of a table.
   *
   * @param table the table as it was
   * @param counts how much it held
   */
  void take(Transaction tx, TableDefinition table, TableStatistics.Counts counts);
}
