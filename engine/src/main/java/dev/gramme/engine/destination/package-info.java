/** Streams of other systems that the changes of a table are sent to. */
@NullMarked
package dev.gramme.engine.destination;

import org.jspecify.annotations.NullMarked;
