/** SearchVectors. */
@NullMarked
package dev.gramme.api.searchvectors;

import org.jspecify.annotations.NullMarked;
