/** Tenants, projects, fields, issues and their values. */
@NullMarked
package dev.gramme.apps.grid.domain;

import org.jspecify.annotations.NullMarked;
