/** Tests of the store on Cassandra, with a real node. */
@NullMarked
package dev.gramme.storage.cassandra;

import org.jspecify.annotations.NullMarked;
