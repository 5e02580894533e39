/** DeleteBackup. */
@NullMarked
package dev.gramme.api.deletebackup;

import org.jspecify.annotations.NullMarked;
