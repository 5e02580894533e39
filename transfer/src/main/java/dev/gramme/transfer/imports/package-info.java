/** Imports of tables from buckets. */
@NullMarked
package dev.gramme.transfer.imports;

import org.jspecify.annotations.NullMarked;
