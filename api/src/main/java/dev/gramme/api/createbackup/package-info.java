/** CreateBackup. */
@NullMarked
package dev.gramme.api.createbackup;

import org.jspecify.annotations.NullMarked;
