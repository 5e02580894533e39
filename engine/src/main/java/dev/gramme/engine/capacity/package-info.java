/** What reads and writes cost, in the service's units. */
@NullMarked
package dev.gramme.engine.capacity;

import org.jspecify.annotations.NullMarked;
