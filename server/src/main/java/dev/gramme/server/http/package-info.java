/** The HTTP server: connections, limits and the interface of request handlers. */
@NullMarked
package dev.gramme.server.http;

import org.jspecify.annotations.NullMarked;
