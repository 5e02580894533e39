/** Real data and published models, loaded and asked what they were made for. */
@NullMarked
package dev.gramme.conformance.examples;

import org.jspecify.annotations.NullMarked;
