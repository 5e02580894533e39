/**
 * Parquet files: rows are read as items by a library, and items are written as rows by a minimal
 * writer, because the library cannot write yet (decision 0057).
 */
@NullMarked
package dev.gramme.move.files.parquet;

import org.jspecify.annotations.NullMarked;
