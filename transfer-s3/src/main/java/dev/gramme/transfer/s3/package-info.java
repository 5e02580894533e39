/** Buckets of imports and exports in S3 or a compatible implementation. */
@NullMarked
package dev.gramme.transfer.s3;

import org.jspecify.annotations.NullMarked;
