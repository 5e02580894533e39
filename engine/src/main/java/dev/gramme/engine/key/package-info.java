/** The layout of row keys: where items, index entries and the engine's own rows stand. */
@NullMarked
package dev.gramme.engine.key;

import org.jspecify.annotations.NullMarked;
