package dev.gramme.storage.cassandra.transaction;

import com.datastax.oss.driver.api.core.DriverException;
import dev.gramme.storage.cassandra.row.Bytes;
import java.util.Set;

/**
 * A transaction was not executed and must run again: a precondition did not hold, or Cassandra did
 * not answer. Reads throw it through the transaction's function. It never leaves this package.
 */
final class Conflict extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Set<Bytes> keys;

  /**
   * A conflict with another transaction.
   *
   * @param keys the keys and buckets that the other one has changed or locked, as far as known
   */
  Conflict(Set<Bytes> keys) {
    super("the transaction conflicts with another one", null, false, false);
    this.keys = keys;
  }

  /** A transaction that Cassandra did not answer, and that was not and never will be executed. */
  Conflict(DriverException unanswered) {
    super("Cassandra did not answer the transaction", unanswered, false, false);
    this.keys = Set.of();
  }

  /** Whether Cassandra did not answer; the cause then is the driver's exception. */
  boolean isUnanswered() {
    return getCause() != null;
  }

  /** The keys and buckets in conflict. */
  Set<Bytes> keys() {
    return keys;
  }
}
