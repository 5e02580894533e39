/** Tests of values and their order. */
@NullMarked
package dev.gramme.apps.grid.domain;

import org.jspecify.annotations.NullMarked;
