/** Tests of backups and restores. */
@NullMarked
package dev.gramme.engine.backup;

import org.jspecify.annotations.NullMarked;
