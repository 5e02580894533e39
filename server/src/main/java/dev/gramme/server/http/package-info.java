/** The HTTP server: connections, limits, and the seam to whatever answers the requests. */
@NullMarked
package dev.gramme.server.http;

import org.jspecify.annotations.NullMarked;
