package dev.gramme.storage;

import java.time.Duration;

/** Whether a store can commit transactions. */
public sealed interface StoreHealth {
  /** The health of a store that commits. */
  StoreHealth WRITABLE = new Writable();

  /** Transactions commit. */
  record Writable() implements StoreHealth {}

  /**
   * Transactions that write fail.
   *
   * @param reason one line for an operator, without a line break: what failed, and what to do
   * @param duration how long writes have been failing; not negative
   */
  record Unwritable(String reason, Duration duration) implements StoreHealth {}
}
