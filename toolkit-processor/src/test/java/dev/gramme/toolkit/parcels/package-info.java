/** A model whose indexes share key attributes with the table and with each other. */
@NullMarked
package dev.gramme.toolkit.parcels;

import org.jspecify.annotations.NullMarked;
