/** Tests of the generators. */
@NullMarked
package dev.gramme.testkit;

import org.jspecify.annotations.NullMarked;
