/** A load test that measures when deposits become visible. */
@NullMarked
package dev.gramme.apps.savings.load;

import org.jspecify.annotations.NullMarked;
