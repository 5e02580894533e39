/**
 * The catalog: definitions of tables, numbers of rows, item counts, backfills and state changes.
 */
@NullMarked
package dev.gramme.engine.catalog;

import org.jspecify.annotations.NullMarked;
