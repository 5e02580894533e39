/** Migrates the items of a table to a new form while it is in use. */
@NullMarked
package dev.gramme.toolkit.migrate;

import org.jspecify.annotations.NullMarked;
