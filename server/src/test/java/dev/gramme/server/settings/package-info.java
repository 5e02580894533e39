/** Tests of the settings. */
@NullMarked
package dev.gramme.server.settings;

import org.jspecify.annotations.NullMarked;
