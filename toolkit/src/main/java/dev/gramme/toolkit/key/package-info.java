/** Key attributes composed of several values, with the order of the values. */
@NullMarked
package dev.gramme.toolkit.key;

import org.jspecify.annotations.NullMarked;
