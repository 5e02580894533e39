/** Real data and published models, with the queries that they were designed for. */
@NullMarked
package dev.gramme.conformance.examples;

import org.jspecify.annotations.NullMarked;
