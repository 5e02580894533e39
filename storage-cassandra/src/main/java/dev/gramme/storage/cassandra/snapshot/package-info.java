/** Reads of an earlier state, and the history of replaced values that they need. */
@NullMarked
package dev.gramme.storage.cassandra.snapshot;

import org.jspecify.annotations.NullMarked;
