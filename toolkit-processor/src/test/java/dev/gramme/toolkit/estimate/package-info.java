/** Compares the estimated cost of every access pattern of a model with its consumption. */
@NullMarked
package dev.gramme.toolkit.estimate;

import org.jspecify.annotations.NullMarked;
