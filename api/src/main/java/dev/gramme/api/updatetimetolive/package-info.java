/** UpdateTimeToLive. */
@NullMarked
package dev.gramme.api.updatetimetolive;

import org.jspecify.annotations.NullMarked;
