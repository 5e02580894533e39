package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.DriverException;
import java.util.Set;

/**
 * A transaction met another one, or could not be sent, and is to be run again. Thrown out of the
 * body, which must not catch it, and never seen outside of the store.
 */
final class Conflict extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Set<Bytes> on;

  Conflict(Set<Bytes> on) {
    super("the transaction met another one", null, false, false);
    this.on = on;
  }

  /** Of a transaction that Cassandra did not answer, but has not executed and never will. */
  Conflict(DriverException lost) {
    super("the transaction was lost", lost, false, false);
    this.on = Set.of();
  }

  /** Whether it is Cassandra that did not answer. */
  boolean isLost() {
    return getCause() != null;
  }

  /** The keys and buckets on which they met. */
  Set<Bytes> on() {
    return on;
  }
}
