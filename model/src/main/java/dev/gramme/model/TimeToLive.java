package dev.gramme.model;

import java.time.Instant;

/**
 * That items of a table expire.
 *
 * @param attribute names the attribute that holds when: a number of seconds since 1970
 * @param status DISABLED remembers when that was done
 * @param changed when the setting was last changed
 */
public record TimeToLive(String attribute, Status status, Instant changed) {
  /** The states of the setting, by the protocol's names. */
  public enum Status {
    ENABLING,
    DISABLING,
    ENABLED,
    DISABLED
  }

  /** Whether expiries are kept: items that are there already are being entered, or have been. */
  public boolean isOn() {
    return status == Status.ENABLING || status == Status.ENABLED;
  }
}
