/** Tests of the operations without a server around them. */
@NullMarked
package dev.gramme.api;

import org.jspecify.annotations.NullMarked;
