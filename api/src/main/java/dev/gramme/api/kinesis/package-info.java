/** The operations on Kinesis streaming destinations. */
@NullMarked
package dev.gramme.api.kinesis;

import org.jspecify.annotations.NullMarked;
