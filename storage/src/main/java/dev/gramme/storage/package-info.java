/** The storage SPI: ordered bytes in, bytes out, with serializable transactions. */
@NullMarked
package dev.gramme.storage;

import org.jspecify.annotations.NullMarked;
