/** RestoreTableToPointInTime. */
@NullMarked
package dev.gramme.api.restoretabletopointintime;

import org.jspecify.annotations.NullMarked;
