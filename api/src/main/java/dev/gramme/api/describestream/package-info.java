/** DescribeStream. */
@NullMarked
package dev.gramme.api.describestream;

import org.jspecify.annotations.NullMarked;
