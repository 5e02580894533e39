/** Determines what requests access and decides whether they are allowed. */
@NullMarked
package dev.gramme.api.access;

import org.jspecify.annotations.NullMarked;
