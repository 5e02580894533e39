/** DescribeEndpoints. */
@NullMarked
package dev.gramme.api.describeendpoints;

import org.jspecify.annotations.NullMarked;
