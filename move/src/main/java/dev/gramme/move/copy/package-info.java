/** Copies of tables between two servers: {@code ./gramme copy}. */
@NullMarked
package dev.gramme.move.copy;

import org.jspecify.annotations.NullMarked;
