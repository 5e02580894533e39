/** The protocol around the operations: headers, bodies, errors before any operation is known. */
@NullMarked
package dev.gramme.conformance.http;

import org.jspecify.annotations.NullMarked;
