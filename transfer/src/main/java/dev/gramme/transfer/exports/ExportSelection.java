package dev.gramme.transfer.exports;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.plan.RowRange;
import dev.gramme.expression.Condition;
import dev.gramme.expression.Projection;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The selected part of a table: a range of rows, a filter of items, and a projection of attributes.
 */
final class ExportSelection {
  private final TableDefinition table;
  private final @Nullable RowRange rows;
  private final @Nullable Condition filter;
  private final @Nullable Projection projection;

  private ExportSelection(
      TableDefinition table,
      @Nullable RowRange rows,
      @Nullable Condition filter,
      @Nullable Projection projection) {
    this.table = table;
    this.rows = rows;
    this.filter = filter;
    this.projection = projection;
  }

  /** The selection of a filter; everything if there is none. */
  static ExportSelection of(TableDefinition table, @Nullable ExportFilter filter) {
    if (filter == null) {
      return new ExportSelection(table, null, null, null);
    }
    var expressions = filter.parse();
    var key = expressions.key();
    RowRange rows =
        key == null
            ? null
            : RowRange.ofQuery(table, null, key.resolve(table.key().hash(), table.key().range()));
    return new ExportSelection(table, rows, expressions.filter(), expressions.projection());
  }

  /** The first row of a data file. */
  byte[] first(int partition, int of) {
    byte[] start = RowKeys.segmentStart(table.number(), partition, of);
    return rows == null || Arrays.compareUnsigned(start, rows.first()) > 0 ? start : rows.first();
  }

  /**
   * The row after the last one of a data file; not after {@link #first} if the file has no rows.
   */
  byte[] end(int partition, int of) {
    byte[] end = RowKeys.segmentStart(table.number(), partition + 1, of);
    return rows == null || Arrays.compareUnsigned(end, rows.end()) < 0 ? end : rows.end();
  }

  /** Whether an item matches the filter. */
  boolean matches(Item item) {
    return filter == null || filter.test(item);
  }

  /** The exported attributes of an item. */
  Item project(Item item) {
    return projection == null ? item : projection.apply(item);
  }

  /** The exported attributes of an item that may not exist. */
  @Nullable Item projectOrNull(@Nullable Item item) {
    return item == null ? null : project(item);
  }
}
