/** A persistent ordered tree of byte strings, which is the core of the in-memory store. */
@NullMarked
package dev.gramme.storage.tree;

import org.jspecify.annotations.NullMarked;
