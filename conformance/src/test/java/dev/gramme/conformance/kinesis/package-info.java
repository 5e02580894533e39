/** The Kinesis Client Library, which most readers of streams are built on, run on ours. */
@NullMarked
package dev.gramme.conformance.kinesis;

import org.jspecify.annotations.NullMarked;
