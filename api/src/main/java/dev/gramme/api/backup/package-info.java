/** Code that the operations on backups and restores share. */
@NullMarked
package dev.gramme.api.backup;

import org.jspecify.annotations.NullMarked;
