/** Executes the examples of the documentation. */
@NullMarked
package dev.gramme.conformance.documents;

import org.jspecify.annotations.NullMarked;
