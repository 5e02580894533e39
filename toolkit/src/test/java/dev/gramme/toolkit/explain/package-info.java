/** Tests of estimates, against what a database really consumes. */
@NullMarked
package dev.gramme.toolkit.explain;

import org.jspecify.annotations.NullMarked;
