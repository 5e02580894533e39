/** Writes: every change of an item goes through {@link dev.gramme.engine.write.Writer}. */
@NullMarked
package dev.gramme.engine.write;

import org.jspecify.annotations.NullMarked;
