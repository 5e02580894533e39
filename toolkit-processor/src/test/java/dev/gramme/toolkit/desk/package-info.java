/** A help desk, for features of the toolkit that the shop example does not use. */
@NullMarked
package dev.gramme.toolkit.desk;

import org.jspecify.annotations.NullMarked;
