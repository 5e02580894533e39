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
 * What an action makes of an item, evaluated before its transaction: the decoded item, whether the
 * condition holds, and the updated item. All of it depends on nothing but the request and the bytes
 * of the row. So a transaction that finds the same bytes uses it, and the one thread that commits
 * for everybody need not evaluate.
 *
 * @param row the row's bytes, null if there was none
 * @param before the item, null if there was none
 * @param passes whether the condition holds; true if there is none
 * @param updated the item after the update of a {@link WriteAction.Change}, else null
 * @param error the update's error, null if it has none
 */
@SuppressWarnings("ArrayRecordComponent") // never changed, compared by isOf only
record EvaluatedAction(
    byte @Nullable [] row,
    @Nullable Item before,
    boolean passes,
    @Nullable Item updated,
    @Nullable ApiError error) {

  /**
   * The actions of a request, evaluated with the rows as they are now; null for those that fail.
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
      return null; // The transaction finds the fault, and reports it in its order.
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
      int _ = updated.sizeBytes(); // computed here, and then known
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

  /** Whether it was made of these bytes. */
  boolean isOf(byte @Nullable [] stored) {
    return Arrays.equals(row, stored);
  }

  /** The item after the update. */
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
