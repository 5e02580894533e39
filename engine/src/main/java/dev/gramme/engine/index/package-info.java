/** Secondary indexes, computed from the item before and after a change. */
@NullMarked
package dev.gramme.engine.index;

import org.jspecify.annotations.NullMarked;
