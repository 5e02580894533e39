/** PutItem. */
@NullMarked
package dev.gramme.api.putitem;

import org.jspecify.annotations.NullMarked;
