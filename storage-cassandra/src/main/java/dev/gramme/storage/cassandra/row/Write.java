package dev.gramme.storage.cassandra.row;

import org.jspecify.annotations.Nullable;

/**
 * What a transaction does to one row.
 *
 * @param value the new value, null for a deletion
 */
public record Write(@Nullable Bytes value) {}
