package dev.gramme.engine.catalog;

import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Transaction;

/** Further writes in the transaction that creates or changes a table. */
@FunctionalInterface
public interface TransactionSideEffect {

  /** Writes the rows; may run again after a conflict. */
  void write(Transaction tx, TableDefinition table);
}
