package dev.gramme.model;

import org.jspecify.annotations.Nullable;

/**
 * A global secondary index, stored as a table of its own.
 *
 * @param number under which its rows are stored; unique among tables and global indexes, never used
 *     again
 * @param backfilling whether the items that the table held at its creation are still being entered
 * @param throughput provisioned units, 0 for on-demand tables
 * @param onDemand ceilings, null if none was set
 * @param warm the warm throughput that was asked for, null if none was
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

  /** The states of an index, by the protocol's names. */
  public enum Status {
    CREATING,
    UPDATING,
    DELETING,
    ACTIVE
  }

  /** Whether queries may use it: everything is in it. */
  public boolean isReadable() {
    return status == Status.ACTIVE || status == Status.UPDATING;
  }

  /** The same index in another state. */
  public GlobalIndex withStatus(Status newStatus, boolean newBackfilling) {
    return new GlobalIndex(
        name, number, key, projection, newStatus, newBackfilling, throughput, onDemand, warm);
  }

  /** The same index with other ceilings. */
  public GlobalIndex withCeilings(@Nullable OnDemandThroughput ceilings) {
    return new GlobalIndex(
        name, number, key, projection, status, backfilling, throughput, ceilings, warm);
  }
}
