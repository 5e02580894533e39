/** Tests of the store on Cassandra. */
@NullMarked
package dev.gramme.storage.cassandra;

import org.jspecify.annotations.NullMarked;
