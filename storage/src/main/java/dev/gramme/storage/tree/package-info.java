/**
 * A persistent ordered tree of byte strings, which is the core of the in-memory store, and the
 * overlay of pending writes over a database.
 */
@NullMarked
package dev.gramme.storage.tree;

import org.jspecify.annotations.NullMarked;
