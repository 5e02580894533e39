/**
 * Buckets: which bucket has a key, which buckets exist, and which schema version each has a copy
 * of.
 */
@NullMarked
package dev.gramme.storage.cassandra.placement;

import org.jspecify.annotations.NullMarked;
