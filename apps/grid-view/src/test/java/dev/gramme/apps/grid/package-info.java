/** Utilities of the tests. */
@NullMarked
package dev.gramme.apps.grid;

import org.jspecify.annotations.NullMarked;
