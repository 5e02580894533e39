package dev.gramme.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Provisioned throughput.
 *
 * @param readUnits read capacity units per second, 0 if the table is on demand
 * @param writeUnits write capacity units per second, 0 if the table is on demand
 * @param lastIncrease when it was last raised, null if never
 * @param lastDecrease when it was last lowered, null if never
 * @param decreasesToday the number of decreases on the UTC day of {@code lastDecrease}
 */
public record Throughput(
    long readUnits,
    long writeUnits,
    @Nullable Instant lastIncrease,
    @Nullable Instant lastDecrease,
    int decreasesToday) {
  /** The value for on-demand tables and indexes. */
  public static final Throughput ON_DEMAND = new Throughput(0, 0, null, null, 0);

  /** Throughput without earlier changes. */
  public static Throughput of(long readUnits, long writeUnits) {
    return new Throughput(readUnits, writeUnits, null, null, 0);
  }

  /**
   * A copy with other units, for a change of the billing mode, which does not count as an increase
   * or decrease.
   */
  public Throughput withUnits(long newReadUnits, long newWriteUnits) {
    return new Throughput(newReadUnits, newWriteUnits, lastIncrease, lastDecrease, decreasesToday);
  }
}
