/** The table: its items and access patterns. */
@NullMarked
package dev.gramme.apps.incidents.table;

import org.jspecify.annotations.NullMarked;
