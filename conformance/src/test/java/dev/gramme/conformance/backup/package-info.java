/** Backups of a server's data folder, and their restore. */
@NullMarked
package dev.gramme.conformance.backup;

import org.jspecify.annotations.NullMarked;
