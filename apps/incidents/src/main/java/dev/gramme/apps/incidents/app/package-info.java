/** The program: settings, sessions, and what there is over HTTP. */
@NullMarked
package dev.gramme.apps.incidents.app;

import org.jspecify.annotations.NullMarked;
