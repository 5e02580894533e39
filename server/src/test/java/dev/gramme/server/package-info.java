/** Tests of the server program. */
@NullMarked
package dev.gramme.server;

import org.jspecify.annotations.NullMarked;
