/** Tests. */
@NullMarked
package dev.gramme.auth.identity;

import org.jspecify.annotations.NullMarked;
