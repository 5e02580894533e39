/** Functions on streams, as applications use them. */
@NullMarked
package dev.gramme.embedded.functions;

import org.jspecify.annotations.NullMarked;
