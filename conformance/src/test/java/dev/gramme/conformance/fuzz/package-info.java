/** Random sessions of requests over all operations, which must all be answered properly. */
@NullMarked
package dev.gramme.conformance.fuzz;

import org.jspecify.annotations.NullMarked;
