/** DescribeLimits. */
@NullMarked
package dev.gramme.api.describelimits;

import org.jspecify.annotations.NullMarked;
