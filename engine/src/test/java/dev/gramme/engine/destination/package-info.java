/** Tests of streaming destinations. */
@NullMarked
package dev.gramme.engine.destination;

import org.jspecify.annotations.NullMarked;
