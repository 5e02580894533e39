/** Throughput limits as on the service: which requests are refused, and with which error. */
@NullMarked
package dev.gramme.engine.throttle;

import org.jspecify.annotations.NullMarked;
