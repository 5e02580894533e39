package dev.gramme.model;

import org.jspecify.annotations.Nullable;

/**
 * The maximum throughput of an on-demand table or index, in request units per second; null means no
 * maximum.
 */
public record OnDemandThroughput(
    @Nullable Long maxReadRequestUnits, @Nullable Long maxWriteRequestUnits) {}
