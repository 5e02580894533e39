/** Large items, hot items, and how to spread them. */
@NullMarked
package dev.gramme.apps.patterns.partitions;

import org.jspecify.annotations.NullMarked;
