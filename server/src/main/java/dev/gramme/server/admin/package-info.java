/** Pages beside the protocol, for people and tools. */
@NullMarked
package dev.gramme.server.admin;

import org.jspecify.annotations.NullMarked;
