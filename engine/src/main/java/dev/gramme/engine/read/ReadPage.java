package dev.gramme.engine.read;

import dev.gramme.model.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a Query or Scan.
 *
 * @param items those that passed the filter, not yet projected
 * @param scannedCount how many were evaluated
 * @param scannedBytes their size, of index entries as projected
 * @param fetchedUnits the 4 KB units of items that were fetched for entries of a local index, each
 *     item rounded up for itself
 * @param lastEvaluatedKey where the page ended: the table's key, and the index key on an index;
 *     null if there is nothing more
 */
public record ReadPage(
    List<Item> items,
    int scannedCount,
    long scannedBytes,
    long fetchedUnits,
    @Nullable Item lastEvaluatedKey) {}
