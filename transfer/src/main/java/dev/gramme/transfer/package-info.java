/** Import and export of tables: what is common to both. */
@NullMarked
package dev.gramme.transfer;

import org.jspecify.annotations.NullMarked;
