/** What stands between HTTP and the operations: coding, authentication, dispatch, errors. */
@NullMarked
package dev.gramme.server.pipeline;

import org.jspecify.annotations.NullMarked;
