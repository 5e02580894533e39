/** Conditional changes, and changes that are safe to repeat. */
@NullMarked
package dev.gramme.apps.patterns.constraints;

import org.jspecify.annotations.NullMarked;
