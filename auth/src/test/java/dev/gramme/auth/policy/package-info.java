/** Tests. */
@NullMarked
package dev.gramme.auth.policy;

import org.jspecify.annotations.NullMarked;
