/** The application: the command line, the interface over HTTP, and the page. */
@NullMarked
package dev.gramme.apps.grid.app;

import org.jspecify.annotations.NullMarked;
