/** Tests of the in-memory store. */
@NullMarked
package dev.gramme.storage.memory;

import org.jspecify.annotations.NullMarked;
