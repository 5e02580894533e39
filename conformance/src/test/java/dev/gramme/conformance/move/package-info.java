/** The commands that are clients of a server: apply, import, export, copy. */
@NullMarked
package dev.gramme.conformance.move;

import org.jspecify.annotations.NullMarked;
