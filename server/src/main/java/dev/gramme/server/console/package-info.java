/**
 * The console: static files that a browser loads from the server, and the read-only pages for
 * operators that its live view shows.
 */
@NullMarked
package dev.gramme.server.console;

import org.jspecify.annotations.NullMarked;
