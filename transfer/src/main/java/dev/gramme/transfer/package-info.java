/** Import and export of tables: the common parts. */
@NullMarked
package dev.gramme.transfer;

import org.jspecify.annotations.NullMarked;
