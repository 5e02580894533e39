/** Tests of the program. */
@NullMarked
package dev.gramme.server;

import org.jspecify.annotations.NullMarked;
