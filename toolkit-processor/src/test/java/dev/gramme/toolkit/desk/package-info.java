/** A help desk: the parts of the toolkit that a shop has no need of. */
@NullMarked
package dev.gramme.toolkit.desk;

import org.jspecify.annotations.NullMarked;
