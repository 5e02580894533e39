/** Code that the three operations on PartiQL statements share. */
@NullMarked
package dev.gramme.api.statement;

import org.jspecify.annotations.NullMarked;
