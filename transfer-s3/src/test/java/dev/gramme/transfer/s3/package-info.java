/** Tests of buckets in S3, and the S3 server that they use. */
@NullMarked
package dev.gramme.transfer.s3;

import org.jspecify.annotations.NullMarked;
