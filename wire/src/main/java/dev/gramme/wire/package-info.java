/**
 * The JSON of the protocol: decodes requests by tables of shapes, checks the constraints of the
 * shapes, and writes responses. This is the only package that handles JSON. It does not depend on
 * operations.
 */
@NullMarked
package dev.gramme.wire;

import org.jspecify.annotations.NullMarked;
