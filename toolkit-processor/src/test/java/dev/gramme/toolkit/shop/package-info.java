/** A small shop, modelled with the toolkit. */
@NullMarked
package dev.gramme.toolkit.shop;

import org.jspecify.annotations.NullMarked;
