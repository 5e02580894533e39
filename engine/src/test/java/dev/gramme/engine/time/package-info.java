/** The engine's clock, which can be moved, and what is to happen when it reaches an instant. */
@NullMarked
package dev.gramme.engine.time;

import org.jspecify.annotations.NullMarked;
