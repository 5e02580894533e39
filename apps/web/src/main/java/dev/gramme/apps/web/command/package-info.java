/** The command line of a reference system: its commands, their settings, and how it ends. */
@NullMarked
package dev.gramme.apps.web.command;

import org.jspecify.annotations.NullMarked;
