/** Any number of items read or written by batches, with repetitions of what was not processed. */
@NullMarked
package dev.gramme.toolkit.batch;

import org.jspecify.annotations.NullMarked;
