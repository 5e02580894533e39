/** Reads of single items and of pages of Query and Scan. */
@NullMarked
package dev.gramme.engine.read;

import org.jspecify.annotations.NullMarked;
