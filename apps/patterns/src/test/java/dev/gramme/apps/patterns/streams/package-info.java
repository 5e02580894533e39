/** Tests of this chapter. */
@NullMarked
package dev.gramme.apps.patterns.streams;

import org.jspecify.annotations.NullMarked;
