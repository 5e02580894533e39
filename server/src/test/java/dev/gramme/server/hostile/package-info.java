/** Clients that try to crash, block or exhaust a server in a process of its own. */
@NullMarked
package dev.gramme.server.hostile;

import org.jspecify.annotations.NullMarked;
