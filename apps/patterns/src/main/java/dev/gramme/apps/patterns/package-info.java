/**
 * A catalogue of patterns of single-table design: each with its data, what is asked of it, and what
 * that costs.
 */
@NullMarked
package dev.gramme.apps.patterns;

import org.jspecify.annotations.NullMarked;
