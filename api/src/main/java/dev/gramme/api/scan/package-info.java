/** Scan. */
@NullMarked
package dev.gramme.api.scan;

import org.jspecify.annotations.NullMarked;
