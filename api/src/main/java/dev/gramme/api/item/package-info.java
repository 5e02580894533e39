/** Code that the operations on items share: shapes, expression parameters, capacity in answers. */
@NullMarked
package dev.gramme.api.item;

import org.jspecify.annotations.NullMarked;
