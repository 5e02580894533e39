/** The batch pipeline: gold tables and rules in, one item for each customer out. */
@NullMarked
package dev.gramme.apps.savings.batch;

import org.jspecify.annotations.NullMarked;
