/** Where data files are: buckets of objects, in folders or elsewhere. */
@NullMarked
package dev.gramme.transfer.bucket;

import org.jspecify.annotations.NullMarked;
