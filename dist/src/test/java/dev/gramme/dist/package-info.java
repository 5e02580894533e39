/** Tests of what a release consists of. */
@NullMarked
package dev.gramme.dist;

import org.jspecify.annotations.NullMarked;
