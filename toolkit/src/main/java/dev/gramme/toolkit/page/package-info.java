/**
 * Pages of what one or many partitions hold, the cursors between them, and keys that spread one
 * partition over several.
 */
@NullMarked
package dev.gramme.toolkit.page;

import org.jspecify.annotations.NullMarked;
