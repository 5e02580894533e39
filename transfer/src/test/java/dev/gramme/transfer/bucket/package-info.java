/** Tests of buckets. */
@NullMarked
package dev.gramme.transfer.bucket;

import org.jspecify.annotations.NullMarked;
