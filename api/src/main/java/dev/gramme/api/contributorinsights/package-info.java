/** The operations on contributor insights. */
@NullMarked
package dev.gramme.api.contributorinsights;

import org.jspecify.annotations.NullMarked;
