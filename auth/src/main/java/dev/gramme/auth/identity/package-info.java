/** Who may ask: access keys, whose they are, and what they may do. */
@NullMarked
package dev.gramme.auth.identity;

import org.jspecify.annotations.NullMarked;
