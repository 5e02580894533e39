/** A load test that measures latencies. */
@NullMarked
package dev.gramme.apps.incidents.load;

import org.jspecify.annotations.NullMarked;
