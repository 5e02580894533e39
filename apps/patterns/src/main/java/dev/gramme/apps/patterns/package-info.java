/**
 * A catalogue of single-table design patterns, each with its data, its access patterns and their
 * costs.
 */
@NullMarked
package dev.gramme.apps.patterns;

import org.jspecify.annotations.NullMarked;
