/** What the three operations on PartiQL statements have in common. */
@NullMarked
package dev.gramme.api.statement;

import org.jspecify.annotations.NullMarked;
