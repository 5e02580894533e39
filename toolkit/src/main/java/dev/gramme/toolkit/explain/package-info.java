/**
 * What a table costs: the capacity that each access pattern should consume, the capacity that it
 * does consume, and what is wrong with a design, found before it is paid for.
 */
@NullMarked
package dev.gramme.toolkit.explain;

import org.jspecify.annotations.NullMarked;
