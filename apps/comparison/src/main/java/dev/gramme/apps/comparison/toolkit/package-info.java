/** The ticket shop with the toolkit. */
@NullMarked
package dev.gramme.apps.comparison.toolkit;

import org.jspecify.annotations.NullMarked;
