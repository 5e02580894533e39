/** Tests of the dev service of the Quarkus extension. */
@NullMarked
package dev.gramme.quarkus.deployment;

import org.jspecify.annotations.NullMarked;
