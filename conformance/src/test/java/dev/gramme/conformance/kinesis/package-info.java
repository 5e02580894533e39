/** Runs the Kinesis Client Library, which most stream consumers use, on Gramme. */
@NullMarked
package dev.gramme.conformance.kinesis;

import org.jspecify.annotations.NullMarked;
