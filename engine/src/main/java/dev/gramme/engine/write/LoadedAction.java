package dev.gramme.engine.write;

import dev.gramme.engine.ttl.ExpiryRows;
import dev.gramme.engine.version.VersionRows;
import dev.gramme.model.Item;
import dev.gramme.model.TimeToLive;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.Transaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An action with the stored item: the second stage of a write.
 *
 * @param isRead whether the stored item was read; if not, nothing that is written depends on it
 * @param before the stored item, null if there is none or if it was not read
 * @param evaluated an earlier evaluation with the same stored item, null if there is none
 */
record LoadedAction(
    LocatedAction located,
    boolean isRead,
    @Nullable Item before,
    @Nullable EvaluatedAction evaluated) {

  WriteAction action() {
    return located.action();
  }

  /** The change of an action that changes nothing. */
  ItemChange unchanged(ItemChange.Cause cause) {
    return new ItemChange(
        located.table(), located.key(), before, before, cause, List.of(), 0, List.of());
  }

  /** Whether the condition of the action holds; true if it has none. */
  boolean passes(RequestBudget budget) {
    var condition = action().condition();
    if (condition == null) {
      return true;
    }
    return evaluated != null
        ? evaluated.passes()
        : condition.test(before == null ? Item.empty() : before, budget);
  }

  /**
   * The item after the action, with its attributes in a fixed order; null if there is none then.
   * The service does not promise an order, but tests of clients often compare responses as text, in
   * the order of DynamoDB Local.
   *
   * @throws dev.gramme.model.ApiError if the update cannot be applied to the item
   */
  @Nullable Item after(Transaction tx, RequestBudget budget) {
    return switch (action()) {
      case WriteAction.Put put ->
          located.put() == null ? put.item().inOrder() : located.put().item();
      case WriteAction.Delete delete -> null;
      case WriteAction.Check check -> before;
      case WriteAction.Expire expire -> isExpired(expire) ? null : before;
      case WriteAction.Replicate replicate ->
          VersionRows.isLater(tx, located.row(), replicate.version()) ? replicate.item() : before;
      case WriteAction.Change change ->
          before == null && !change.update().createsItem()
              ? null
              : ItemRules.checkUpdated(located.table(), change, before, updated(change, budget))
                  .inOrder();
    };
  }

  private Item updated(WriteAction.Change change, RequestBudget budget) {
    return evaluated != null
        ? evaluated.requireUpdated()
        : change.update().apply(before, change.key(), budget);
  }

  private boolean isExpired(WriteAction.Expire expire) {
    TimeToLive timeToLive = located.table().features().timeToLive();
    return before != null
        && timeToLive != null
        && ExpiryRows.isExpired(timeToLive, before, expire.now());
  }
}
