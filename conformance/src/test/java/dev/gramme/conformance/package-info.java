/** Tests of a DynamoDB endpoint with the AWS SDK and with plain HTTP. */
@NullMarked
package dev.gramme.conformance;

import org.jspecify.annotations.NullMarked;
