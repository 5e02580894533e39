/** ExecuteTransaction. */
@NullMarked
package dev.gramme.api.executetransaction;

import org.jspecify.annotations.NullMarked;
