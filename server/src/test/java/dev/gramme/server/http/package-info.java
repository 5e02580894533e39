/** Tests of the HTTP server over raw sockets. */
@NullMarked
package dev.gramme.server.http;

import org.jspecify.annotations.NullMarked;
