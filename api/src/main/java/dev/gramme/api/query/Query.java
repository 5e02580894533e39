package dev.gramme.api.query;

import static dev.gramme.api.query.QueryShape.PAGE;
import static dev.gramme.api.query.QueryShape.SCAN_INDEX_FORWARD;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.PreparedRequest;
import dev.gramme.api.access.AccessScope;
import dev.gramme.api.item.PageMembers.Selection;
import dev.gramme.api.item.StartKeyRules;
import dev.gramme.api.item.Tables;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.Engine;
import dev.gramme.engine.plan.RowRange;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.expression.KeyCondition;
import dev.gramme.model.Item;
import dev.gramme.model.KeySchema;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Wording;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads a page of the items with one partition key from a table or an index. */
public final class Query implements Operation {
  private final Engine engine;

  public Query(Engine engine) {
    this.engine = engine;
  }

  @Override
  public String name() {
    return "Query";
  }

  @Override
  public Wording wording(Wording configured, Structure input) {
    return configured;
  }

  @Override
  public StructureShape input() {
    return QueryShape.SHAPE;
  }

  @Override
  public PreparedRequest prepare(Structure input, Caller caller) {
    QueryRules.check(input, caller.wording());
    var placeholders = QueryRules.placeholders(input, caller.wording());
    Selection selection = PAGE.selection(input, placeholders, caller);
    KeyCondition condition = QueryRules.keyCondition(input, placeholders, caller.wording());
    placeholders.checkAllUsed();
    Item startKey = QueryRules.startKey(input, caller.wording());
    return PreparedRequest.of(
        scope -> List.of(access(input, selection, condition, scope)),
        () ->
            CompletableFuture.completedFuture(read(input, caller, selection, condition, startKey)));
  }

  private static Access access(
      Structure input, Selection selection, KeyCondition condition, AccessScope scope) {
    var access = PAGE.access(input, selection, scope);
    scope.byDefinition(() ->
        access
            .key()
            .ifPresent(key -> access.partition(condition.resolve(key.hash(), key.range()).hash())));
    condition.terms().forEach(term -> access.attributes(List.of(term.attribute())));
    return access.build();
  }

  private Output read(
      Structure input,
      Caller caller,
      Selection selection,
      KeyCondition condition,
      @Nullable Item startKey) {
    return Tables.readWith(
        engine,
        input.require(PAGE.tableName),
        caller,
        input.getOrDefault(PAGE.consistentRead, false),
        reading -> {
          var plan = plan(input, reading.table(), condition, selection, startKey, caller.budget());
          return PAGE.output(input, plan, engine.read(plan, reading), selection.projection());
        });
  }

  private static ReadPlan.Page plan(
      Structure input,
      TableDefinition table,
      KeyCondition condition,
      Selection selection,
      @Nullable Item startKey,
      RequestBudget budget) {
    SecondaryIndex index = PAGE.index(input, table);
    boolean fetchesItems = PAGE.fetchesItems(input, table, index, selection);
    KeySchema key = index == null ? table.key() : index.key();
    var range = condition.resolve(key.hash(), key.range());
    QueryRules.checkKeySizes(key, range);
    QueryRules.checkFilter(input, selection.filter(), key);
    var rows = RowRange.ofQuery(table, index, range);
    boolean ascending = input.getOrDefault(SCAN_INDEX_FORWARD, true);
    if (startKey != null) {
      byte[] start = StartKeyRules.rowOfQuery(table, index, range, rows, startKey);
      rows = rows.after(start, ascending);
    }
    return plan(input, table, index, rows, ascending, selection, fetchesItems, budget);
  }

  private static ReadPlan.Page plan(
      Structure input,
      TableDefinition table,
      @Nullable SecondaryIndex index,
      RowRange rows,
      boolean ascending,
      Selection selection,
      boolean fetchesItems,
      RequestBudget budget) {
    return new ReadPlan.Page(
        table,
        index,
        RowRange.kind(index),
        rows,
        ascending,
        selection.filter(),
        PAGE.limit(input),
        ReadPlan.Page.PAGE_BYTES,
        fetchesItems,
        input.getOrDefault(PAGE.consistentRead, false),
        budget);
  }
}
