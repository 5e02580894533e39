/** Compares Gramme's requests with the model of the API that AWS publishes. */
@NullMarked
package dev.gramme.conformance.model;

import org.jspecify.annotations.NullMarked;
