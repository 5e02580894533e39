/**
 * The tables that there are: their definitions, the numbers of their rows, counts and backfills.
 */
@NullMarked
package dev.gramme.engine.catalog;

import org.jspecify.annotations.NullMarked;
