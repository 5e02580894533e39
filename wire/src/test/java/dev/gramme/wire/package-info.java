/** Tests of the protocol's JSON. */
@NullMarked
package dev.gramme.wire;

import org.jspecify.annotations.NullMarked;
