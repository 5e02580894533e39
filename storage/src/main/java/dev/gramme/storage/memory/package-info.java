/** The store that lives in memory, for tests and for trying things out. */
@NullMarked
package dev.gramme.storage.memory;

import org.jspecify.annotations.NullMarked;
