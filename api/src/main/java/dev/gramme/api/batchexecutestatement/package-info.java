/** BatchExecuteStatement. */
@NullMarked
package dev.gramme.api.batchexecutestatement;

import org.jspecify.annotations.NullMarked;
