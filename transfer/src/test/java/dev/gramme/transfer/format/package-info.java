/** Tests of the formats. */
@NullMarked
package dev.gramme.transfer.format;

import org.jspecify.annotations.NullMarked;
