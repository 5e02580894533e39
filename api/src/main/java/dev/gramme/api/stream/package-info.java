/** Code that the operations on streams share. */
@NullMarked
package dev.gramme.api.stream;

import org.jspecify.annotations.NullMarked;
