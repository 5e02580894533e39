/** Tests of the table. */
@NullMarked
package dev.gramme.apps.incidents.table;

import org.jspecify.annotations.NullMarked;
