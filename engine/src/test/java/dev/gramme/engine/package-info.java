/** Tests of the engine as a whole. */
@NullMarked
package dev.gramme.engine;

import org.jspecify.annotations.NullMarked;
