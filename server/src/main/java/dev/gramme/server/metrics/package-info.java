/** The server's metrics and the page that shows them. */
@NullMarked
package dev.gramme.server.metrics;

import org.jspecify.annotations.NullMarked;
