/** The application: its settings, the servers that it starts, and the command line. */
@NullMarked
package dev.gramme.apps.savings.app;

import org.jspecify.annotations.NullMarked;
