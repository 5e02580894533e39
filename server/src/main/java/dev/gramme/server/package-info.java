/** The server program: start-up, wiring and the command line. */
@NullMarked
package dev.gramme.server;

import org.jspecify.annotations.NullMarked;
