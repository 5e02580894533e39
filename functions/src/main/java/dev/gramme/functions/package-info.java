/** Functions that run on the changes of a stream, as event source mappings run them. */
@NullMarked
package dev.gramme.functions;

import org.jspecify.annotations.NullMarked;
