/** The index that is kept from the stream, under faults. */
@NullMarked
package dev.gramme.apps.grid.document;

import org.jspecify.annotations.NullMarked;
