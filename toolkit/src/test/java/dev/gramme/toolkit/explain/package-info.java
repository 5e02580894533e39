/** Tests of estimates against the real consumption of a database. */
@NullMarked
package dev.gramme.toolkit.explain;

import org.jspecify.annotations.NullMarked;
