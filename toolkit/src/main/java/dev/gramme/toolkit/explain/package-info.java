/**
 * The cost of a table: the estimated and the measured capacity of each access pattern, and problems
 * of a design before it is deployed.
 */
@NullMarked
package dev.gramme.toolkit.explain;

import org.jspecify.annotations.NullMarked;
