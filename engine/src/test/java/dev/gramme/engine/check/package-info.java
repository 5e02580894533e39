/** Tests of the check of a store. */
@NullMarked
package dev.gramme.engine.check;

import org.jspecify.annotations.NullMarked;
