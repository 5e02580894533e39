/** Tests of the layer between HTTP and the operations. */
@NullMarked
package dev.gramme.server.pipeline;

import org.jspecify.annotations.NullMarked;
