package dev.gramme.engine.throttle;

import dev.gramme.model.Item;
import org.jspecify.annotations.Nullable;

/**
 * What a part of a request costs, and where: on rows from the first (inclusive) to the last
 * (exclusive).
 *
 * @param key of the item or entry, or of the partition; null if the rows are of several
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never leaves this package
record Charge(
    Resource resource,
    Direction direction,
    double units,
    byte[] from,
    byte[] to,
    @Nullable Item key) {}
