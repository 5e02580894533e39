package dev.gramme.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A replica of a table in another region, as the table's own region knows it.
 *
 * @param copied when this region began to copy its items there, null if another one did
 * @param settings what it has for itself, as its region told, or as was asked for a new one
 * @param told the time in microseconds that its region gave these settings; of two, those of the
 *     later time hold. 0 if they are not from there
 */
public record Replica(
    String region, Status status, @Nullable Instant copied, ReplicaSettings settings, long told) {
  /** The states of a replica, by the protocol's names. */
  public enum Status {
    CREATING,
    UPDATING,
    DELETING,
    ACTIVE
  }

  /** A replica of whose settings nothing is known yet. */
  public static Replica of(String region, Status status) {
    return new Replica(region, status, null, ReplicaSettings.NONE, 0);
  }

  /** A replica that this region copies its items to. */
  public static Replica asked(String region, Instant now, ReplicaSettings settings) {
    return new Replica(region, Status.CREATING, now, settings, 0);
  }

  /** The same in another state. */
  public Replica withStatus(Status value) {
    return new Replica(region, value, copied, settings, told);
  }

  /** The same with settings that its region told. */
  public Replica withSettings(ReplicaSettings value, long time) {
    return new Replica(region, status, copied, value, time);
  }

  /** The same as a region knows it that did not copy its items. */
  public Replica toldOn() {
    return new Replica(region, status, null, settings, told);
  }

  /** Whether this region is to copy the items of the table there. */
  public boolean isToBeCopied() {
    return status == Status.CREATING && copied != null;
  }
}
