/** The engine's door for reads: single items, and pages of Query and Scan. */
@NullMarked
package dev.gramme.engine.read;

import org.jspecify.annotations.NullMarked;
