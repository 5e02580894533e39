/** Tests of properties that a whole database must have under all combinations of requests. */
@NullMarked
package dev.gramme.embedded.proof;

import org.jspecify.annotations.NullMarked;
