/** Makes load and measures the four designs side by side. */
@NullMarked
package dev.gramme.apps.grid.load;

import org.jspecify.annotations.NullMarked;
