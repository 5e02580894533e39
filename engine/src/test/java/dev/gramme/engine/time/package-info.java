/** Tests of the engine's clock and of scheduled work. */
@NullMarked
package dev.gramme.engine.time;

import org.jspecify.annotations.NullMarked;
