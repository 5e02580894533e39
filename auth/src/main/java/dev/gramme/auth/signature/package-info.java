/** Signature Version 4, computed over requests as received. */
@NullMarked
package dev.gramme.auth.signature;

import org.jspecify.annotations.NullMarked;
