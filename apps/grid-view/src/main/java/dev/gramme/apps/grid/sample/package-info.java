/** Generated tenants, projects and issues, determined by a seed. */
@NullMarked
package dev.gramme.apps.grid.sample;

import org.jspecify.annotations.NullMarked;
