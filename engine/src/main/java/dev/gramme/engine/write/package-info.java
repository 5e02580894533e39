/** The engine's door for writes: every change of an item goes through it. */
@NullMarked
package dev.gramme.engine.write;

import org.jspecify.annotations.NullMarked;
