/** DescribeExport. */
@NullMarked
package dev.gramme.api.describeexport;

import org.jspecify.annotations.NullMarked;
