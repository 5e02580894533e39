/** What the operations on backups and restores have in common. */
@NullMarked
package dev.gramme.api.backup;

import org.jspecify.annotations.NullMarked;
