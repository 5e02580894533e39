package dev.gramme.engine.catalog;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.Limits;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The next items of a table for a job that walks over all of them in chunks.
 *
 * @param rows the keys of the items' rows
 * @param position the key of the last row that was read, which need not be that of an item
 * @param isLast whether no row follows the position
 */
@SuppressWarnings("ArrayRecordComponent") // never modified or compared
public record ItemChunk(List<byte[]> rows, byte[] position, boolean isLast) {

  /**
   * Reads rows until it has as many items as the limit, or has read 1 MiB. A chunk may have no
   * item, because the rows of collection sizes and local indexes are between those of items.
   *
   * @param position the position of the chunk before; null for the first one
   * @param limit the largest number of items
   * @return empty if no row follows
   */
  public static Optional<ItemChunk> read(
      Reader reader, TableDefinition table, byte @Nullable [] position, int limit) {
    byte[] from = position == null ? RowKeys.tableStart(table.number()) : RowKeys.after(position);
    byte[] to = RowKeys.tableStart(table.number() + 1);
    var rows = new ArrayList<byte[]>();
    byte[] last = null;
    boolean isLast = false;
    try (Cursor cursor = reader.range(from, to, Direction.ASCENDING)) {
      long bytes = 0;
      while (!isLast && rows.size() < limit && bytes < Limits.PAGE_BYTES) {
        if (cursor.next()) {
          last = cursor.key();
          bytes += last.length + cursor.value().length;
          if (RowKeys.kindOf(last, table.key().hash()) == RowKeys.ITEM) {
            rows.add(last);
          }
        } else {
          isLast = true;
        }
      }
    }
    return last == null ? Optional.empty() : Optional.of(new ItemChunk(rows, last, isLast));
  }
}
