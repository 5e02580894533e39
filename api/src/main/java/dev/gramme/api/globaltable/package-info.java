/**
 * The operations on global tables of the version 2017.11.29, of which none can be made any more.
 */
@NullMarked
package dev.gramme.api.globaltable;

import org.jspecify.annotations.NullMarked;
