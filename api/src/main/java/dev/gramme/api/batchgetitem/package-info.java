/** BatchGetItem. */
@NullMarked
package dev.gramme.api.batchgetitem;

import org.jspecify.annotations.NullMarked;
