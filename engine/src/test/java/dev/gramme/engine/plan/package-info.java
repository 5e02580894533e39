/** Tests of ranges of rows. */
@NullMarked
package dev.gramme.engine.plan;

import org.jspecify.annotations.NullMarked;
