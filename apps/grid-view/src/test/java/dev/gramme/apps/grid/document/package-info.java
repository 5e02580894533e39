/** Tests of the index and its stream consumer, under faults. */
@NullMarked
package dev.gramme.apps.grid.document;

import org.jspecify.annotations.NullMarked;
