/** The serving layer: both tables, merged. */
@NullMarked
package dev.gramme.apps.savings.serving;

import org.jspecify.annotations.NullMarked;
