/** The command line of a reference system: its commands, settings and exit status. */
@NullMarked
package dev.gramme.apps.web.command;

import org.jspecify.annotations.NullMarked;
