/** The change log of a table: shards, sequence numbers, and streams as views of the log. */
@NullMarked
package dev.gramme.engine.stream;

import org.jspecify.annotations.NullMarked;
