/** Key attributes made of several values, in an order that is that of the values. */
@NullMarked
package dev.gramme.toolkit.key;

import org.jspecify.annotations.NullMarked;
