/** The four designs of the tables, behind one interface. */
@NullMarked
package dev.gramme.apps.grid.design;

import org.jspecify.annotations.NullMarked;
