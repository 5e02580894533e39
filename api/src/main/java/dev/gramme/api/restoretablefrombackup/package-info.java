/** RestoreTableFromBackup. */
@NullMarked
package dev.gramme.api.restoretablefrombackup;

import org.jspecify.annotations.NullMarked;
