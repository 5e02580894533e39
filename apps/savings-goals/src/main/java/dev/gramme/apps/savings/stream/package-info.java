/** The stream pipeline: deposit events in, the newest balances out. */
@NullMarked
package dev.gramme.apps.savings.stream;

import org.jspecify.annotations.NullMarked;
