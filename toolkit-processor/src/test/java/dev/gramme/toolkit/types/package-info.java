/** A model with a component of every type that the toolkit supports. */
@NullMarked
package dev.gramme.toolkit.types;

import org.jspecify.annotations.NullMarked;
