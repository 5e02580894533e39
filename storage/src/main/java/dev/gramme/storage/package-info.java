/** The storage SPI: an ordered map of byte strings with serializable transactions. */
@NullMarked
package dev.gramme.storage;

import org.jspecify.annotations.NullMarked;
