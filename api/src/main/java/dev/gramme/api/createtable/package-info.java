/** CreateTable. */
@NullMarked
package dev.gramme.api.createtable;

import org.jspecify.annotations.NullMarked;
