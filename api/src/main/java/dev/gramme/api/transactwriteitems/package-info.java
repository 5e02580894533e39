/** TransactWriteItems. */
@NullMarked
package dev.gramme.api.transactwriteitems;

import org.jspecify.annotations.NullMarked;
