package dev.gramme.embedded;

import dev.gramme.engine.throttle.ThroughputCounts;
import org.jspecify.annotations.Nullable;

/**
 * The consumed throughput and the refusals of a table or global index since the database was opened
 * or copied, see {@link Gramme#throughput}.
 *
 * @param index null for the table itself
 * @param consumedReadUnits of the reads that were not refused
 * @param consumedWriteUnits of the writes that were not refused
 * @param readThrottleEvents the refused reads; each item of a batch counts
 * @param writeThrottleEvents the refused writes; each item of a batch counts
 * @param partitions the estimated number of physical partitions
 */
public record ThroughputStatistics(
    String table,
    @Nullable String index,
    double consumedReadUnits,
    double consumedWriteUnits,
    long readThrottleEvents,
    long writeThrottleEvents,
    int partitions) {

  static ThroughputStatistics of(ThroughputCounts counted) {
    return new ThroughputStatistics(
        counted.table(),
        counted.index(),
        counted.consumedReadUnits(),
        counted.consumedWriteUnits(),
        counted.readThrottleEvents(),
        counted.writeThrottleEvents(),
        counted.partitions());
  }
}
