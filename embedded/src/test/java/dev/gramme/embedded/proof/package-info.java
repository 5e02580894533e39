/** What must hold of a whole database, whatever is asked of it at the same time. */
@NullMarked
package dev.gramme.embedded.proof;

import org.jspecify.annotations.NullMarked;
