/** Tests of the tools and of the protocol. */
@NullMarked
package dev.gramme.mcp;

import org.jspecify.annotations.NullMarked;
