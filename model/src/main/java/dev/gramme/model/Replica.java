package dev.gramme.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A replica of a table in another region, as the table's own region knows it.
 *
 * @param copied when this region began to copy its items there, null if another one did
 * @param tableClass the table class that was asked for, null for that of the table copied
 * @param readUnits the read units that were asked for, null for those of the table copied
 * @param maxReadRequestUnits the ceiling that was asked for, null for that of the table copied
 */
public record Replica(
    String region,
    Status status,
    @Nullable Instant copied,
    @Nullable String tableClass,
    @Nullable Long readUnits,
    @Nullable Long maxReadRequestUnits) {
  /** The states of a replica, by the protocol's names. */
  public enum Status {
    CREATING,
    UPDATING,
    DELETING,
    ACTIVE
  }

  /** A replica without settings of its own. */
  public static Replica of(String region, Status status) {
    return new Replica(region, status, null, null, null, null);
  }

  /** The same in another state. */
  public Replica withStatus(Status value) {
    return new Replica(region, value, copied, tableClass, readUnits, maxReadRequestUnits);
  }

  /** Whether this region is to copy the items of the table there. */
  public boolean isToBeCopied() {
    return status == Status.CREATING && copied != null;
  }
}
