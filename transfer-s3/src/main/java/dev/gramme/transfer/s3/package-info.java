/** Buckets of imports and exports in S3, or in what speaks its protocol. */
@NullMarked
package dev.gramme.transfer.s3;

import org.jspecify.annotations.NullMarked;
