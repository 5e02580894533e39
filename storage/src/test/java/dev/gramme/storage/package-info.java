/** The contract of stores, as tests that every store's tests inherit. */
@NullMarked
package dev.gramme.storage;

import org.jspecify.annotations.NullMarked;
