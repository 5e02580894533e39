/** The same random histories sent to two servers, which must give the same answers. */
@NullMarked
package dev.gramme.conformance.differential;

import org.jspecify.annotations.NullMarked;
