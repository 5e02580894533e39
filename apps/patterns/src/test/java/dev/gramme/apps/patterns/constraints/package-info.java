/** Tests of this chapter. */
@NullMarked
package dev.gramme.apps.patterns.constraints;

import org.jspecify.annotations.NullMarked;
