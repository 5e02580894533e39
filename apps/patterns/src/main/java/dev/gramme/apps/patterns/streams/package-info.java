/** Reactions to changes, and changes of models. */
@NullMarked
package dev.gramme.apps.patterns.streams;

import org.jspecify.annotations.NullMarked;
