/** What the tests share. */
@NullMarked
package dev.gramme.apps.grid;

import org.jspecify.annotations.NullMarked;
