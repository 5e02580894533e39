package dev.gramme.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A replica of a table in another region, as recorded in the definition of the table in this
 * region.
 *
 * @param copied when this region began to copy the existing items to the replica; null if another
 *     region copies them
 * @param settings the replica's own settings: the latest that its region has sent, or for a new
 *     replica those of the request
 * @param settingsMicros the time in microseconds that the replica's region attached to the
 *     settings; settings with a later time replace those with an earlier one. 0 if the region has
 *     not sent any
 */
public record Replica(
    String region,
    Status status,
    @Nullable Instant copied,
    ReplicaSettings settings,
    long settingsMicros) {
  /** The states of a replica. The constants have the protocol's names. */
  public enum Status {
    CREATING,
    UPDATING,
    DELETING,
    ACTIVE
  }

  /** A replica whose settings are not known yet. */
  public static Replica of(String region, Status status) {
    return new Replica(region, status, null, ReplicaSettings.NONE, 0);
  }

  /** A new replica, to which this region copies the existing items. */
  public static Replica creating(String region, Instant now, ReplicaSettings settings) {
    return new Replica(region, Status.CREATING, now, settings, 0);
  }

  /** A copy with another state. */
  public Replica withStatus(Status value) {
    return new Replica(region, value, copied, settings, settingsMicros);
  }

  /** A copy with settings that the replica's region sent at a time in microseconds. */
  public Replica withSettings(ReplicaSettings value, long time) {
    return new Replica(region, status, copied, value, time);
  }

  /** A copy for the table definition of another region, which does not copy the items. */
  public Replica forOtherRegion() {
    return new Replica(region, status, null, settings, settingsMicros);
  }

  /** Whether this region still has to copy the existing items to the replica. */
  public boolean isToBeCopied() {
    return status == Status.CREATING && copied != null;
  }
}
