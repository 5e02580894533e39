/** DescribeTable. */
@NullMarked
package dev.gramme.api.describetable;

import org.jspecify.annotations.NullMarked;
