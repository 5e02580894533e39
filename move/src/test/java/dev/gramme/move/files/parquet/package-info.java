/** Tests of Parquet files. */
@NullMarked
package dev.gramme.move.files.parquet;

import org.jspecify.annotations.NullMarked;
