/** Tests of the layout of row keys. */
@NullMarked
package dev.gramme.engine.key;

import org.jspecify.annotations.NullMarked;
