package dev.gramme.storage.cassandra;

import java.util.Set;

/**
 * A transaction met another one and is to be run again. Thrown out of the body, which must not
 * catch it, and never seen outside of the store.
 */
final class Conflict extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Set<Bytes> on;

  Conflict(Set<Bytes> on) {
    super("the transaction met another one", null, false, false);
    this.on = on;
  }

  /** The keys and buckets on which they met. */
  Set<Bytes> on() {
    return on;
  }
}
