/** Tests the application over HTTP and in a browser. */
@NullMarked
package dev.gramme.apps.grid.app;

import org.jspecify.annotations.NullMarked;
