/** Tests of the metrics. */
@NullMarked
package dev.gramme.server.metrics;

import org.jspecify.annotations.NullMarked;
