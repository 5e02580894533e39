package dev.gramme.engine.write;

/** How a request for an item of a running transaction is handled. */
public enum TransactionConflicts {
  /** The request waits until the transaction has ended. */
  WAIT,
  /**
   * As in the service: transactions are cancelled, single writes rejected, and the item of a batch
   * remains unprocessed.
   */
  REPORT
}
