/** The batch pipeline: reads gold tables and rules, and writes one item for each customer. */
@NullMarked
package dev.gramme.apps.savings.batch;

import org.jspecify.annotations.NullMarked;
