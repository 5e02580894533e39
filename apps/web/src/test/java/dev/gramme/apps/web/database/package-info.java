/** Tests of the database of a reference system. */
@NullMarked
package dev.gramme.apps.web.database;

import org.jspecify.annotations.NullMarked;
