/** DeleteTable. */
@NullMarked
package dev.gramme.api.deletetable;

import org.jspecify.annotations.NullMarked;
