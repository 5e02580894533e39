/** The program: settings, sessions, and the HTTP interface. */
@NullMarked
package dev.gramme.apps.incidents.app;

import org.jspecify.annotations.NullMarked;
