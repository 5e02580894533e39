/** DeleteItem. */
@NullMarked
package dev.gramme.api.deleteitem;

import org.jspecify.annotations.NullMarked;
