/** Imports and exports with the AWS SDK. */
@NullMarked
package dev.gramme.conformance.transfer;

import org.jspecify.annotations.NullMarked;
