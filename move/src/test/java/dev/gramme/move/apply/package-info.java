/** Tests of templates. */
@NullMarked
package dev.gramme.move.apply;

import org.jspecify.annotations.NullMarked;
