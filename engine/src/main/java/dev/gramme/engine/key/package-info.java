/** The layout of row keys: items, index entries and the engine's own rows. */
@NullMarked
package dev.gramme.engine.key;

import org.jspecify.annotations.NullMarked;
