/** Tests of the catalogue as a whole. */
@NullMarked
package dev.gramme.apps.patterns;

import org.jspecify.annotations.NullMarked;
