package dev.gramme.engine.catalog;

import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Transaction;

/** Something that a table has from its beginning, written in the transaction that creates it. */
@FunctionalInterface
public interface TransactionSideEffect {

  /** Writes it. May be called again after a conflict. */
  void attach(Transaction tx, TableDefinition table);
}
