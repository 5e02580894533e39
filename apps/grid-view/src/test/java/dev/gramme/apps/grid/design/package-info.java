/** The four designs, tested by the same cases. */
@NullMarked
package dev.gramme.apps.grid.design;

import org.jspecify.annotations.NullMarked;
