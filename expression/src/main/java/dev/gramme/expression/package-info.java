/**
 * The expressions of the protocol: conditions, filters, key conditions, projections and updates. An
 * expression is parsed into a syntax tree, and bound to names and values; the result tests,
 * projects or changes items.
 */
@NullMarked
package dev.gramme.expression;

import org.jspecify.annotations.NullMarked;
