package dev.gramme.model;

import java.time.Instant;

/**
 * The time-to-live setting of a table.
 *
 * @param attribute the name of the attribute with the expiry time, a number of seconds since 1970
 * @param status DISABLED if it was enabled before; {@code changed} then has the time
 * @param changed when the setting was last changed
 */
public record TimeToLive(String attribute, Status status, Instant changed) {
  /** The states of the setting. The constants have the protocol's names. */
  public enum Status {
    ENABLING,
    DISABLING,
    ENABLED,
    DISABLED
  }

  /** Whether the table has an expiry index: it is being backfilled, or complete. */
  public boolean isOn() {
    return status == Status.ENABLING || status == Status.ENABLED;
  }
}
