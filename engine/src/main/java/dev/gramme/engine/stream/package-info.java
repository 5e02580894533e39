/** The log of a table's changes: shards, sequence numbers, and streams as views of it. */
@NullMarked
package dev.gramme.engine.stream;

import org.jspecify.annotations.NullMarked;
