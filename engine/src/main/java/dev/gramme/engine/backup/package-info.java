/** Backups, restores, and the copies of tables as of a moment that both are made of. */
@NullMarked
package dev.gramme.engine.backup;

import org.jspecify.annotations.NullMarked;
