package dev.gramme.model;

import org.jspecify.annotations.Nullable;

/** Ceilings of an on-demand table or index, in request units a second; null where there is none. */
public record OnDemandThroughput(
    @Nullable Long maxReadRequestUnits, @Nullable Long maxWriteRequestUnits) {}
