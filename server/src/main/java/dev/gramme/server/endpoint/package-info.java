/** The console of another endpoint: {@code ./gramme console}. The server itself does not use it. */
@NullMarked
package dev.gramme.server.endpoint;

import org.jspecify.annotations.NullMarked;
