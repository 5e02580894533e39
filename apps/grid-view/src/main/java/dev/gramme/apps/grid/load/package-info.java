/** Load tests and measurements of the four designs. */
@NullMarked
package dev.gramme.apps.grid.load;

import org.jspecify.annotations.NullMarked;
