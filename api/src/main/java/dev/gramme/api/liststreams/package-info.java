/** ListStreams. */
@NullMarked
package dev.gramme.api.liststreams;

import org.jspecify.annotations.NullMarked;
