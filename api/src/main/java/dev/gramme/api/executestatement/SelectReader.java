package dev.gramme.api.executestatement;

import dev.gramme.api.statement.NextToken;
import dev.gramme.engine.Engine;
import dev.gramme.engine.capacity.ConsumedCapacity;
import dev.gramme.engine.plan.RowRange;
import dev.gramme.engine.read.ReadPage;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.model.Item;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.partiql.SelectPlan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a page of a SELECT. It reads the ranges of the plan sequentially, as if they were one
 * range.
 */
final class SelectReader {
  private final Engine engine;
  private final SelectPlan plan;
  private final boolean consistent;
  private final ConsumedCapacity capacity;
  private final RequestBudget budget;
  private final List<Item> items = new ArrayList<>();
  private int limit;
  private long pageBytes = ReadPlan.Page.PAGE_BYTES;

  /**
   * @param limit the maximum number of evaluated items
   * @param capacity collects the consumed capacity
   * @param budget the remaining budget of the request
   */
  SelectReader(
      Engine engine,
      SelectPlan plan,
      boolean consistent,
      int limit,
      ConsumedCapacity capacity,
      RequestBudget budget) {
    this.engine = engine;
    this.plan = plan;
    this.consistent = consistent;
    this.limit = limit;
    this.capacity = capacity;
    this.budget = budget;
  }

  /**
   * A page.
   *
   * @param items the items that passed the filter, not yet projected
   * @param lastKey the key of the last evaluated item, null if nothing is left; if single items are
   *     read, the page that ends with the last of them has this key too (September 2026)
   * @param next the start of the next page, null if nothing is left
   */
  record Page(List<Item> items, @Nullable Item lastKey, @Nullable NextToken next) {}

  /** Reads the page that begins at a token, null for the first page. */
  Page read(@Nullable NextToken start) {
    int first = start == null ? 0 : start.range();
    if (first < 0 || first >= plan.ranges().size()) {
      throw NextToken.invalid();
    }
    for (int i = first; i < plan.ranges().size(); i++) {
      SelectPlan.Range range = plan.ranges().get(i);
      Item startKey = start != null && i == first ? start.startKey() : null;
      ReadPage page = read(range, startKey);
      items.addAll(page.items());
      charge(page);
      limit -= page.scannedCount();
      pageBytes -= page.scannedBytes();
      Item lastKey = page.lastEvaluatedKey();
      if (lastKey == null) {
        continue;
      }
      if (range.item() == null) {
        return new Page(items, lastKey, new NextToken(i, lastKey));
      }
      // A range of one item is complete now, so the next page begins with the next range.
      if ((limit <= 0 || pageBytes <= 0) && plan.ranges().size() > 1) {
        boolean last = i + 1 == plan.ranges().size();
        return new Page(items, lastKey, last ? null : new NextToken(i + 1, null));
      }
    }
    return new Page(items, null, null);
  }

  private ReadPage read(SelectPlan.Range range, @Nullable Item startKey) {
    RowRange rows = range.rows();
    if (startKey != null) {
      rows = rows.after(row(range, startKey), plan.ascending());
    }
    return engine.read(
        new ReadPlan.Page(
            plan.table(),
            plan.index(),
            RowRange.kind(plan.index()),
            rows,
            plan.ascending(),
            range.filter(),
            limit,
            Math.toIntExact(pageBytes),
            plan.fetchesItems(),
            consistent,
            budget));
  }

  private byte[] row(SelectPlan.Range range, Item startKey) {
    boolean complete =
        plan.table().key().isIn(startKey)
            && (plan.index() == null || plan.index().key().isIn(startKey));
    if (!complete || range.item() != null) {
      throw NextToken.invalid();
    }
    byte[] row = RowRange.row(plan.table(), plan.index(), startKey);
    if (!range.rows().contains(row)) {
      throw NextToken.invalid();
    }
    return row;
  }

  private void charge(ReadPage page) {
    if (plan.index() == null) {
      capacity.addTableRead(page.scannedBytes(), consistent);
    } else {
      capacity.addIndexRead(plan.index(), page.scannedBytes(), consistent);
      capacity.addTableBlocks(page.fetchedUnits(), consistent);
    }
  }
}
