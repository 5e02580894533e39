package dev.gramme.model;

import org.jspecify.annotations.Nullable;

/**
 * Strong consistency across the regions of a global table: one region executes all writes and
 * strongly consistent reads.
 *
 * @param home the region that executes them
 * @param witnessRegion the region that is a global table witness, null for none; it has no data
 */
public record StrongConsistency(String home, @Nullable String witnessRegion) {}
