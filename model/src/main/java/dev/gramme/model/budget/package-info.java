/** The limits of one request: memory, out of the budget of the process, and work. */
@NullMarked
package dev.gramme.model.budget;

import org.jspecify.annotations.NullMarked;
