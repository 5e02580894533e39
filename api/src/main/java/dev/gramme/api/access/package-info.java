/** What requests want to do, and whether they may. */
@NullMarked
package dev.gramme.api.access;

import org.jspecify.annotations.NullMarked;
