/** The operations on global tables of version 2017.11.29, which can no longer be created. */
@NullMarked
package dev.gramme.api.globaltable;

import org.jspecify.annotations.NullMarked;
