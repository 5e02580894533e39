/**
 * The protocol around the operations: headers, bodies, and errors before the operation is known.
 */
@NullMarked
package dev.gramme.conformance.http;

import org.jspecify.annotations.NullMarked;
