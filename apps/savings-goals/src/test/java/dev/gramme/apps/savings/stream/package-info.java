/** Tests. */
@NullMarked
package dev.gramme.apps.savings.stream;

import org.jspecify.annotations.NullMarked;
