/** Reads and writes of any number of items in batches, with retries of unprocessed ones. */
@NullMarked
package dev.gramme.toolkit.batch;

import org.jspecify.annotations.NullMarked;
