/** Checks whether all rows of a store are consistent. */
@NullMarked
package dev.gramme.engine.check;

import org.jspecify.annotations.NullMarked;
