/** UpdateItem. */
@NullMarked
package dev.gramme.api.updateitem;

import org.jspecify.annotations.NullMarked;
