/** Tests of ImportTable. */
@NullMarked
package dev.gramme.api.importtable;

import org.jspecify.annotations.NullMarked;
