package dev.gramme.api.scan;

import static dev.gramme.api.scan.ScanShape.PAGE;
import static dev.gramme.api.scan.ScanShape.SEGMENT;
import static dev.gramme.api.scan.ScanShape.TOTAL_SEGMENTS;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.PreparedRequest;
import dev.gramme.api.item.PageMembers.Selection;
import dev.gramme.api.item.StartKeyRules;
import dev.gramme.api.item.Tables;
import dev.gramme.engine.Engine;
import dev.gramme.engine.plan.RowRange;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.model.Item;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads a page of all items of a table or an index, or of one segment of a parallel scan. */
public final class Scan implements Operation {
  private final Engine engine;

  public Scan(Engine engine) {
    this.engine = engine;
  }

  @Override
  public String name() {
    return "Scan";
  }

  @Override
  public StructureShape input() {
    return ScanShape.SHAPE;
  }

  @Override
  public boolean isLong() {
    return true;
  }

  @Override
  public PreparedRequest prepare(Structure input, Caller caller) {
    ScanRules.check(input, caller.wording());
    var placeholders = ScanRules.placeholders(input, caller.wording());
    Selection selection = PAGE.selection(input, placeholders, caller);
    placeholders.checkAllUsed();
    Item startKey = ScanRules.startKey(input, caller.wording());
    return PreparedRequest.of(
        scope -> List.of(PAGE.access(input, selection, scope).build()),
        () -> CompletableFuture.completedFuture(read(input, selection, startKey, caller)));
  }

  private Output read(
      Structure input, Selection selection, @Nullable Item startKey, Caller caller) {
    TableDefinition table =
        Tables.require(
            engine,
            input.require(PAGE.tableName),
            caller,
            input.getOrDefault(PAGE.consistentRead, false));
    SecondaryIndex index = PAGE.index(input, table);
    boolean fetchesItems = PAGE.fetchesItems(input, table, index, selection);
    int segment = input.getOrDefault(SEGMENT, 0);
    int totalSegments = input.getOrDefault(TOTAL_SEGMENTS, 1);
    var rows = RowRange.ofScan(table, index, segment, totalSegments);
    if (startKey != null) {
      byte[] start = StartKeyRules.rowOfScan(table, index, rows, segment, totalSegments, startKey);
      rows = rows.after(start, true);
    }
    var plan = plan(input, table, index, rows, selection, fetchesItems, caller.budget());
    return PAGE.output(input, plan, engine.read(plan), selection.projection());
  }

  private static ReadPlan.Page plan(
      Structure input,
      TableDefinition table,
      @Nullable SecondaryIndex index,
      RowRange rows,
      Selection selection,
      boolean fetchesItems,
      RequestBudget budget) {
    return new ReadPlan.Page(
        table,
        index,
        RowRange.kind(index),
        rows,
        true,
        selection.filter(),
        PAGE.limit(input),
        ReadPlan.Page.PAGE_BYTES,
        fetchesItems,
        input.getOrDefault(PAGE.consistentRead, false),
        budget);
  }
}
