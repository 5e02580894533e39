/** A database that is killed under load, over and over, and what must be there afterwards. */
@NullMarked
package dev.gramme.embedded.crash;

import org.jspecify.annotations.NullMarked;
