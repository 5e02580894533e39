/** Tests of index entries and item collections. */
@NullMarked
package dev.gramme.engine.index;

import org.jspecify.annotations.NullMarked;
