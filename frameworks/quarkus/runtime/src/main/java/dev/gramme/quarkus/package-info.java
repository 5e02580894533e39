/** The configuration of the Quarkus extension. */
@NullMarked
package dev.gramme.quarkus;

import org.jspecify.annotations.NullMarked;
