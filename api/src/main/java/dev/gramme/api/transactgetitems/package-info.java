/** TransactGetItems. */
@NullMarked
package dev.gramme.api.transactgetitems;

import org.jspecify.annotations.NullMarked;
