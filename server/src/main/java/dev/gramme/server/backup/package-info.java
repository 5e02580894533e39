/** Backups of the databases of a data folder to another place, and their restore. */
@NullMarked
package dev.gramme.server.backup;

import org.jspecify.annotations.NullMarked;
