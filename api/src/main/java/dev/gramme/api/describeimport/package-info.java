/** DescribeImport. */
@NullMarked
package dev.gramme.api.describeimport;

import org.jspecify.annotations.NullMarked;
