/** Identities: access keys, their principals, and the principals' permissions. */
@NullMarked
package dev.gramme.auth.identity;

import org.jspecify.annotations.NullMarked;
