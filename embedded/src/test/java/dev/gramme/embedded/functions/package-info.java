/** Functions on streams, as an application meets them. */
@NullMarked
package dev.gramme.embedded.functions;

import org.jspecify.annotations.NullMarked;
