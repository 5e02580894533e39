/** Files that are read again when they change, and the folders in a folder. */
@NullMarked
package dev.gramme.server.files;

import org.jspecify.annotations.NullMarked;
