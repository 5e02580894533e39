/** Tests. */
@NullMarked
package dev.gramme.apps.savings.serving;

import org.jspecify.annotations.NullMarked;
