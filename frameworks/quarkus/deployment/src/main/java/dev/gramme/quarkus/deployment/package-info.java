/**
 * The build-time part of the Quarkus extension. It starts an in-memory database in dev mode and for
 * tests.
 */
@NullMarked
package dev.gramme.quarkus.deployment;

import org.jspecify.annotations.NullMarked;
