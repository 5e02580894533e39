/** Reads of single rows and of ranges of rows, outside of transactions. */
@NullMarked
package dev.gramme.storage.cassandra.read;

import org.jspecify.annotations.NullMarked;
