/** Streaming destinations: streams of other systems that receive the changes of a table. */
@NullMarked
package dev.gramme.engine.destination;

import org.jspecify.annotations.NullMarked;
