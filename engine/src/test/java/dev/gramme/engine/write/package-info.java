/** Tests of concurrent writes. */
@NullMarked
package dev.gramme.engine.write;

import org.jspecify.annotations.NullMarked;
