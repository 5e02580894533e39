package dev.gramme.engine.throttle;

import dev.gramme.model.Item;
import org.jspecify.annotations.Nullable;

/**
 * The cost of a part of a request, and the rows that it is for, from {@code from} (inclusive) to
 * {@code to} (exclusive).
 *
 * @param key of the item or index entry, or of the partition; null if the rows span several
 *     partitions
 */
@SuppressWarnings("ArrayRecordComponent") // arrays are never compared and never leave this package
record Charge(
    Resource resource, UnitKind kind, double units, byte[] from, byte[] to, @Nullable Item key) {}
