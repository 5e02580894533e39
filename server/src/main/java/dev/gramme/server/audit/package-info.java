/** The audit log: which identity requested what, and whether it was allowed. */
@NullMarked
package dev.gramme.server.audit;

import org.jspecify.annotations.NullMarked;
