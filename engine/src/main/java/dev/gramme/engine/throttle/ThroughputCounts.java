package dev.gramme.engine.throttle;

import org.jspecify.annotations.Nullable;

/**
 * The consumed throughput and the refusals of a table or global index since the start of this
 * process.
 *
 * @param index null for the table itself
 * @param consumedReadUnits of the reads that were not refused
 * @param consumedWriteUnits of the writes that were not refused
 * @param readThrottleEvents the refused reads; each item of a batch counts
 * @param writeThrottleEvents the refused writes; each item of a batch counts
 * @param partitions the estimated number of physical partitions
 */
public record ThroughputCounts(
    String table,
    @Nullable String index,
    double consumedReadUnits,
    double consumedWriteUnits,
    long readThrottleEvents,
    long writeThrottleEvents,
    int partitions) {}
