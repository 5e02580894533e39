package dev.gramme.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Provisioned throughput.
 *
 * @param readUnits read capacity units a second, 0 if the table is on demand
 * @param writeUnits write capacity units a second, 0 if the table is on demand
 * @param lastIncrease when it was last raised, null if never
 * @param lastDecrease when it was last lowered, null if never
 * @param decreasesToday how often it was lowered on the UTC day of {@code lastDecrease}
 */
public record Throughput(
    long readUnits,
    long writeUnits,
    @Nullable Instant lastIncrease,
    @Nullable Instant lastDecrease,
    int decreasesToday) {
  /** The throughput of what is on demand. */
  public static final Throughput ON_DEMAND = new Throughput(0, 0, null, null, 0);

  /** Throughput that was never changed. */
  public static Throughput of(long readUnits, long writeUnits) {
    return new Throughput(readUnits, writeUnits, null, null, 0);
  }

  /** Other units under another billing mode, which count as neither raised nor lowered. */
  public Throughput withUnits(long newReadUnits, long newWriteUnits) {
    return new Throughput(newReadUnits, newWriteUnits, lastIncrease, lastDecrease, decreasesToday);
  }
}
