/** Test cases in data files: a request, {@code ----}, and the expected answer. */
@NullMarked
package dev.gramme.conformance.cases;

import org.jspecify.annotations.NullMarked;
