/** Clients that try to end, stop or fill a server, against one in a process of its own. */
@NullMarked
package dev.gramme.server.hostile;

import org.jspecify.annotations.NullMarked;
