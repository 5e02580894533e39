/**
 * The protocol's JSON: requests decoded by tables of shapes, the constraints that the shapes put on
 * them, and responses written. The only package that knows JSON; it knows no operation.
 */
@NullMarked
package dev.gramme.wire;

import org.jspecify.annotations.NullMarked;
