/**
 * Searches of vector indexes: exact ones over the rows, fast ones over graphs derived from them.
 */
@NullMarked
package dev.gramme.engine.vector;

import org.jspecify.annotations.NullMarked;
