/** A record of who wanted what and whether it was allowed. */
@NullMarked
package dev.gramme.server.audit;

import org.jspecify.annotations.NullMarked;
