/**
 * Buckets: the bucket of a key, the directory of existing buckets, and the buckets' copies of
 * schema versions.
 */
@NullMarked
package dev.gramme.storage.cassandra.placement;

import org.jspecify.annotations.NullMarked;
