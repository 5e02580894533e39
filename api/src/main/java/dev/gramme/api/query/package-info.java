/** Query. */
@NullMarked
package dev.gramme.api.query;

import org.jspecify.annotations.NullMarked;
