/** GetRecords. */
@NullMarked
package dev.gramme.api.getrecords;

import org.jspecify.annotations.NullMarked;
