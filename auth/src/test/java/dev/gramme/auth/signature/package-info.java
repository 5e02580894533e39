/** Tests. */
@NullMarked
package dev.gramme.auth.signature;

import org.jspecify.annotations.NullMarked;
