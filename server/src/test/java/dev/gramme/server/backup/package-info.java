/** Archives of databases. */
@NullMarked
package dev.gramme.server.backup;

import org.jspecify.annotations.NullMarked;
