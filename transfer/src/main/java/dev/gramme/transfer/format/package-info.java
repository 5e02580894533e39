/** The formats of data files: items as lines of text, and their compression. */
@NullMarked
package dev.gramme.transfer.format;

import org.jspecify.annotations.NullMarked;
