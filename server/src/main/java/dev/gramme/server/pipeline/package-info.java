/** The layer between HTTP and the operations: content coding, authentication, dispatch, errors. */
@NullMarked
package dev.gramme.server.pipeline;

import org.jspecify.annotations.NullMarked;
