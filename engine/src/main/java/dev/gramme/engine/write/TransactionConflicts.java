package dev.gramme.engine.write;

/** What a request meets on an item that is in a transaction still under way. */
public enum TransactionConflicts {
  /** It waits for its turn, and never learns of the transaction. */
  WAIT,
  /** The service's answer: transactions are cancelled, other writes refused or left undone. */
  REPORT
}
