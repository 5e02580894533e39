/** Rows and keys in memory. Knows nothing of Cassandra. */
@NullMarked
package dev.gramme.storage.cassandra.row;

import org.jspecify.annotations.NullMarked;
