/** ExecuteStatement. */
@NullMarked
package dev.gramme.api.executestatement;

import org.jspecify.annotations.NullMarked;
