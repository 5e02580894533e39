/** GetItem. */
@NullMarked
package dev.gramme.api.getitem;

import org.jspecify.annotations.NullMarked;
