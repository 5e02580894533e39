/** The stream pipeline: reads deposit events, and writes the latest balances. */
@NullMarked
package dev.gramme.apps.savings.stream;

import org.jspecify.annotations.NullMarked;
