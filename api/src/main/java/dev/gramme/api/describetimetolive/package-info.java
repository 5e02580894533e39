/** DescribeTimeToLive. */
@NullMarked
package dev.gramme.api.describetimetolive;

import org.jspecify.annotations.NullMarked;
