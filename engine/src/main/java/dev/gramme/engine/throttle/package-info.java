/** Limits of throughput, as the service has them: who is told to come back later, and why. */
@NullMarked
package dev.gramme.engine.throttle;

import org.jspecify.annotations.NullMarked;
