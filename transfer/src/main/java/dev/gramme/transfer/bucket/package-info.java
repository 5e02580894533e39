/** The storage of data files: buckets of objects, in folders or elsewhere. */
@NullMarked
package dev.gramme.transfer.bucket;

import org.jspecify.annotations.NullMarked;
