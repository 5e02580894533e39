/**
 * The expressions of the protocol: conditions, filters, key conditions, projections and updates;
 * from text to a bound tree that tests, chooses or changes items.
 */
@NullMarked
package dev.gramme.expression;

import org.jspecify.annotations.NullMarked;
