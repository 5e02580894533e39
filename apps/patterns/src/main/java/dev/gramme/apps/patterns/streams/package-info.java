/** What follows from a change, and models that change. */
@NullMarked
package dev.gramme.apps.patterns.streams;

import org.jspecify.annotations.NullMarked;
