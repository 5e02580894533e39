/** Capacity units of reads and writes. */
@NullMarked
package dev.gramme.engine.capacity;

import org.jspecify.annotations.NullMarked;
