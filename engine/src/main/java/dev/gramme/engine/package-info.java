/** The engine: executes reads and writes of items, and manages tables. */
@NullMarked
package dev.gramme.engine;

import org.jspecify.annotations.NullMarked;
