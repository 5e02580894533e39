/** Tests of the versions of items of global tables. */
@NullMarked
package dev.gramme.engine.version;

import org.jspecify.annotations.NullMarked;
