/** Tests of the four designs with the same cases. */
@NullMarked
package dev.gramme.apps.grid.design;

import org.jspecify.annotations.NullMarked;
