/** Functions that run on the changes of a stream, like AWS event source mappings. */
@NullMarked
package dev.gramme.functions;

import org.jspecify.annotations.NullMarked;
