/** Random sessions of requests over all operations, which the server must answer sensibly. */
@NullMarked
package dev.gramme.conformance.fuzz;

import org.jspecify.annotations.NullMarked;
