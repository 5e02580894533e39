package dev.gramme.engine.throttle;

import org.jspecify.annotations.Nullable;

/**
 * What was consumed of a table or global index, and what was refused, in this process so far.
 *
 * @param index null for the table itself
 * @param consumedReadUnits of the requests that were carried out
 * @param consumedWriteUnits of the requests that were carried out
 * @param readThrottleEvents reads that exceeded its throughput; each item of a batch is one
 * @param writeThrottleEvents writes that exceeded its throughput
 * @param partitions how many physical partitions it is thought to have
 */
public record ThroughputFigures(
    String table,
    @Nullable String index,
    double consumedReadUnits,
    double consumedWriteUnits,
    long readThrottleEvents,
    long writeThrottleEvents,
    int partitions) {}
