/** The settings: their names, sources and meaning. */
@NullMarked
package dev.gramme.server.settings;

import org.jspecify.annotations.NullMarked;
