/** BatchWriteItem. */
@NullMarked
package dev.gramme.api.batchwriteitem;

import org.jspecify.annotations.NullMarked;
