/** The engine's movable clock, scheduled work and the handling of repeated failures. */
@NullMarked
package dev.gramme.engine.time;

import org.jspecify.annotations.NullMarked;
