/** Tests of writes that run at the same time. */
@NullMarked
package dev.gramme.engine.write;

import org.jspecify.annotations.NullMarked;
