/** A model with a second schema version, and with unique values that expire. */
@NullMarked
package dev.gramme.toolkit.notes;

import org.jspecify.annotations.NullMarked;
