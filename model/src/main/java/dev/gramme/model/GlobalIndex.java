package dev.gramme.model;

import org.jspecify.annotations.Nullable;

/**
 * A global secondary index, stored as a table of its own.
 *
 * @param number the prefix of its row keys; unique among tables and global indexes, never reused
 * @param backfilling whether the backfill of existing items is still running
 * @param throughput the provisioned units, 0 for on-demand tables
 * @param onDemand the maximum on-demand throughput, null if none is set
 * @param warm the requested warm throughput, null if none was requested
 */
public record GlobalIndex(
    String name,
    int number,
    KeySchema key,
    IndexProjection projection,
    Status status,
    boolean backfilling,
    Throughput throughput,
    @Nullable OnDemandThroughput onDemand,
    @Nullable WarmThroughput warm)
    implements SecondaryIndex {

  /** The states of an index. The constants have the protocol's names. */
  public enum Status {
    CREATING,
    UPDATING,
    DELETING,
    ACTIVE
  }

  /** Whether queries may use the index, because its backfill is complete. */
  public boolean isReadable() {
    return status == Status.ACTIVE || status == Status.UPDATING;
  }

  /** A copy with another state. */
  public GlobalIndex withStatus(Status newStatus, boolean newBackfilling) {
    return new GlobalIndex(
        name, number, key, projection, newStatus, newBackfilling, throughput, onDemand, warm);
  }

  /** A copy with another warm throughput. */
  public GlobalIndex withWarm(@Nullable WarmThroughput value) {
    return new GlobalIndex(
        name, number, key, projection, status, backfilling, throughput, onDemand, value);
  }

  /** A copy with another maximum on-demand throughput. */
  public GlobalIndex withCeilings(@Nullable OnDemandThroughput ceilings) {
    return new GlobalIndex(
        name, number, key, projection, status, backfilling, throughput, ceilings, warm);
  }
}
