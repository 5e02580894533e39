/** Runs the three versions of the ticket shop, compares them, and writes the page about it. */
@NullMarked
package dev.gramme.apps.comparison;

import org.jspecify.annotations.NullMarked;
