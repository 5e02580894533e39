/** Tests of capacity units. */
@NullMarked
package dev.gramme.engine.capacity;

import org.jspecify.annotations.NullMarked;
