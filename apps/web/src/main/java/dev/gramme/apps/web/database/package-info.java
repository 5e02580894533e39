/** Where the tables of a reference system are. */
@NullMarked
package dev.gramme.apps.web.database;

import org.jspecify.annotations.NullMarked;
