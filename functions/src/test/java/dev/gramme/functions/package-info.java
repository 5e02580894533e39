/** Tests of faults; those of the functions' behaviour are in {@code embedded}. */
@NullMarked
package dev.gramme.functions;

import org.jspecify.annotations.NullMarked;
