/** Tests of buckets in S3, and the server that they speak to. */
@NullMarked
package dev.gramme.transfer.s3;

import org.jspecify.annotations.NullMarked;
