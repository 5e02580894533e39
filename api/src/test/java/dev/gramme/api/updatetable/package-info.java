/** Tests of UpdateTable. */
@NullMarked
package dev.gramme.api.updatetable;

import org.jspecify.annotations.NullMarked;
