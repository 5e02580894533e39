/** The console: static files that a browser loads from the server. */
@NullMarked
package dev.gramme.server.console;

import org.jspecify.annotations.NullMarked;
