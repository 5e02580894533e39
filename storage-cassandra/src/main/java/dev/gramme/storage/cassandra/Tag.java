package dev.gramme.storage.cassandra;

import org.jspecify.annotations.Nullable;

/**
 * What a bucket, or the directory, was marked with when it was read.
 *
 * @param id of the transaction that wrote last, null if none has
 */
record Tag(@Nullable Bytes id) {}
