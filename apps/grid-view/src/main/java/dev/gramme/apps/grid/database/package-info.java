/** Where the tables are. */
@NullMarked
package dev.gramme.apps.grid.database;

import org.jspecify.annotations.NullMarked;
