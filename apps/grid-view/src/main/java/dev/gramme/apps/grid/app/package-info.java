/** The application: command line, HTTP interface and page. */
@NullMarked
package dev.gramme.apps.grid.app;

import org.jspecify.annotations.NullMarked;
