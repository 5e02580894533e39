/** Cases in data files: a request, {@code ----}, and the answer that it must get. */
@NullMarked
package dev.gramme.conformance.cases;

import org.jspecify.annotations.NullMarked;
