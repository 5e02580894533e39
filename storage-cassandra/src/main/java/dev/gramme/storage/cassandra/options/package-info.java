/**
 * What a caller configures: where Cassandra is, how to log in, and which rows share a partition.
 */
@NullMarked
package dev.gramme.storage.cassandra.options;

import org.jspecify.annotations.NullMarked;
