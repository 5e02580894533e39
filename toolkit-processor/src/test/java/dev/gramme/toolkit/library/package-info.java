/** A library: a model with batches, counts, records with some components, and changes of parts. */
@NullMarked
package dev.gramme.toolkit.library;

import org.jspecify.annotations.NullMarked;
