/** Sends the same random histories to two servers and compares the answers. */
@NullMarked
package dev.gramme.conformance.differential;

import org.jspecify.annotations.NullMarked;
