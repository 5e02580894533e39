/**
 * The application: settings, command line, HTTP routes, and the child processes that it starts and
 * restarts.
 */
@NullMarked
package dev.gramme.apps.savings.app;

import org.jspecify.annotations.NullMarked;
