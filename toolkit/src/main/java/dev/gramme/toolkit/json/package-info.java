/** JSON as a tree that preserves the order of members and the notation of numbers. */
@NullMarked
package dev.gramme.toolkit.json;

import org.jspecify.annotations.NullMarked;
