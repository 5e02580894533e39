/** The in-memory store, for tests and for trying Gramme out. */
@NullMarked
package dev.gramme.storage.memory;

import org.jspecify.annotations.NullMarked;
