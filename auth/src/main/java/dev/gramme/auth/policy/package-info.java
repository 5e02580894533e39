/** The language of access policies (IAM's): what they say, and what follows for a request. */
@NullMarked
package dev.gramme.auth.policy;

import org.jspecify.annotations.NullMarked;
