/** The table: what is kept in it, and what is asked of it. */
@NullMarked
package dev.gramme.apps.incidents.table;

import org.jspecify.annotations.NullMarked;
