/** Tests. */
@NullMarked
package dev.gramme.apps.savings.event;

import org.jspecify.annotations.NullMarked;
