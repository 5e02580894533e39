/**
 * Searches of vector indexes: exact searches over the rows, and fast searches over graphs derived
 * from the rows.
 */
@NullMarked
package dev.gramme.engine.vector;

import org.jspecify.annotations.NullMarked;
