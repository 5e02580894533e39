/** Tests of the sources that the processor accepts and of its error messages. */
@NullMarked
package dev.gramme.toolkit.processor;

import org.jspecify.annotations.NullMarked;
