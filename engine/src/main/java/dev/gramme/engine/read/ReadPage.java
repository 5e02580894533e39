package dev.gramme.engine.read;

import dev.gramme.model.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a Query or Scan.
 *
 * @param items the items that passed the filter, before projection
 * @param scannedCount the number of items that were evaluated
 * @param scannedBytes the size of the evaluated items; on an index, of the projected entries
 * @param fetchedUnits the 4 KB units of items that were fetched for entries of a local index,
 *     rounded up per item
 * @param lastEvaluatedKey the position at which the page ended: the table's key and, on an index,
 *     the index key; null if there are no more items
 */
public record ReadPage(
    List<Item> items,
    int scannedCount,
    long scannedBytes,
    long fetchedUnits,
    @Nullable Item lastEvaluatedKey) {}
