/** Gramme as a test resource of Micronaut. */
@NullMarked
package dev.gramme.micronaut;

import org.jspecify.annotations.NullMarked;
