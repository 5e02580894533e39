/** Tests of the tree. */
@NullMarked
package dev.gramme.storage.tree;

import org.jspecify.annotations.NullMarked;
