/** Tests of change logs and streams. */
@NullMarked
package dev.gramme.engine.stream;

import org.jspecify.annotations.NullMarked;
