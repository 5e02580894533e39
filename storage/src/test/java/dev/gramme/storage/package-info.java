/** The contract that every store keeps. */
@NullMarked
package dev.gramme.storage;

import org.jspecify.annotations.NullMarked;
