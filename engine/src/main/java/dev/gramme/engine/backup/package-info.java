/** Backups, restores, and copies of tables at a point in time. */
@NullMarked
package dev.gramme.engine.backup;

import org.jspecify.annotations.NullMarked;
