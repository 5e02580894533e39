/** A server of the Model Context Protocol with tools for tables. */
@NullMarked
package dev.gramme.mcp;

import org.jspecify.annotations.NullMarked;
