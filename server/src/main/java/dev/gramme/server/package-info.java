/** The program: pipeline, configuration, start-up. */
@NullMarked
package dev.gramme.server;

import org.jspecify.annotations.NullMarked;
