/** Code that the operations on imports and exports share. */
@NullMarked
package dev.gramme.api.transfer;

import org.jspecify.annotations.NullMarked;
