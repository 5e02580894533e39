/** ExportTableToPointInTime. */
@NullMarked
package dev.gramme.api.exporttabletopointintime;

import org.jspecify.annotations.NullMarked;
