/** IAM's policy language, and the evaluation of policies for a request. */
@NullMarked
package dev.gramme.auth.policy;

import org.jspecify.annotations.NullMarked;
