/** What the tests of the toolkit share. */
@NullMarked
package dev.gramme.toolkit;

import org.jspecify.annotations.NullMarked;
