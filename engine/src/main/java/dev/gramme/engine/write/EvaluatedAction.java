package dev.gramme.engine.write;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.expression.Condition;
import dev.gramme.model.ApiError;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.Store;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of evaluating an action before its transaction: the decoded item, whether the
 * condition holds, and the updated item. The result depends only on the request and the bytes of
 * the row. A transaction that reads the same bytes uses the result, so that the single committing
 * thread need not evaluate.
 *
 * @param row the row's bytes, null if there was none
 * @param before the item, null if there was none
 * @param passes whether the condition holds; true if there is none
 * @param updated the item after the update of a {@link WriteAction.Change}, else null
 * @param error the update's error, null if it has none
 */
@SuppressWarnings("ArrayRecordComponent") // never modified, compared by isOf only
record EvaluatedAction(
    byte @Nullable [] row,
    @Nullable Item before,
    boolean passes,
    @Nullable Item updated,
    @Nullable ApiError error) {

  /**
   * Evaluates the actions of a request with the current rows; null for actions that are not valid.
   */
  static List<@Nullable EvaluatedAction> all(Store store, Catalog catalog, WriteRequest request) {
    var all = new ArrayList<@Nullable EvaluatedAction>(request.actions().size());
    for (WriteAction action : request.actions()) {
      all.add(of(store, catalog, action, request.budget()));
    }
    return all;
  }

  private static @Nullable EvaluatedAction of(
      Store store, Catalog catalog, WriteAction action, RequestBudget budget) {
    TableDefinition table = catalog.find(action.table()).orElse(null);
    Item key = table == null ? null : key(table, action);
    if (table == null || key == null || !table.key().isIn(key)) {
      return null; // The transaction reports the fault, in the service's order.
    }
    byte[] row = store.get(RowKeys.item(table, key));
    Item before = row == null ? null : ItemCodec.decode(row, budget);
    Condition condition = action.condition();
    boolean passes =
        condition == null || condition.test(before == null ? Item.empty() : before, budget);
    if (!passes || !(action instanceof WriteAction.Change change)) {
      return new EvaluatedAction(row, before, passes, null, null);
    }
    try {
      Item updated = change.update().apply(before, change.key(), budget);
      int _ = updated.sizeBytes(); // computes and caches the size
      return new EvaluatedAction(row, before, true, updated, null);
    } catch (ApiError error) {
      return new EvaluatedAction(row, before, true, null, error);
    }
  }

  private static @Nullable Item key(TableDefinition table, WriteAction action) {
    return switch (action) {
      case WriteAction.Put put -> table.key().isIn(put.item()) ? table.key().of(put.item()) : null;
      case WriteAction.Delete delete -> delete.key();
      case WriteAction.Change change -> change.key();
      case WriteAction.Check check -> check.key();
      case WriteAction.Expire expire -> null;
      case WriteAction.Replicate replicate -> null;
    };
  }

  /** Whether it was evaluated with these bytes. */
  boolean isOf(byte @Nullable [] stored) {
    return Arrays.equals(row, stored);
  }

  /** The item after the update; throws the update's error. */
  Item requireUpdated() {
    if (error != null) {
      throw error;
    }
    if (updated == null) {
      throw new IllegalStateException("an action without an update");
    }
    return updated;
  }
}
