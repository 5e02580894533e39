/** Invented tenants, projects and issues, the same for the same seed. */
@NullMarked
package dev.gramme.apps.grid.sample;

import org.jspecify.annotations.NullMarked;
