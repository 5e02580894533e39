/**
 * Pages of one or many partitions, their cursors, and keys that spread one partition over several.
 */
@NullMarked
package dev.gramme.toolkit.page;

import org.jspecify.annotations.NullMarked;
