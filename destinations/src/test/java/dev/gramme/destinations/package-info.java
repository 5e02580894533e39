/** Tests without a broker; those with one are in {@code conformance}. */
@NullMarked
package dev.gramme.destinations;

import org.jspecify.annotations.NullMarked;
