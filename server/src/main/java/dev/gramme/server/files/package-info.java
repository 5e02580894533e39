/** Files that are read again when they change. */
@NullMarked
package dev.gramme.server.files;

import org.jspecify.annotations.NullMarked;
