/** The consumer of the table's stream. */
@NullMarked
package dev.gramme.apps.incidents.feed;

import org.jspecify.annotations.NullMarked;
