/** Secondary indexes as functions of the item before and after a change. */
@NullMarked
package dev.gramme.engine.index;

import org.jspecify.annotations.NullMarked;
