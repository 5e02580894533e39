/**
 * Items of a table from files and to files: {@code ./gramme import} and {@code ./gramme export}.
 */
@NullMarked
package dev.gramme.move.files;

import org.jspecify.annotations.NullMarked;
