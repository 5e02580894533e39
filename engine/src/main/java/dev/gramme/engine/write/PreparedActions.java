package dev.gramme.engine.write;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.ApiError;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.budget.RequestBudget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What needs neither the transaction nor stored rows, done before the transaction on the caller's
 * thread: the rows of the actions are found, their keys are checked, the items of puts are encoded,
 * and the memory for their rows is reserved. The transaction uses this for an action if the
 * definition of its table is still the same.
 */
final class PreparedActions {
  /** Null for an action whose table is not cached, or that is not valid. */
  private final List<@Nullable LocatedAction> actions;

  private long reservedBytes;

  private PreparedActions(List<@Nullable LocatedAction> actions) {
    this.actions = actions;
  }

  /** Prepares a request. Faults are left to the transaction, which reports them in order. */
  static PreparedActions of(WriteRequest request, Catalog catalog) {
    var actions = new ArrayList<@Nullable LocatedAction>(request.actions().size());
    long bytes = 0;
    for (WriteAction action : request.actions()) {
      LocatedAction located =
          catalog
              .lastKnown(action.table())
              .map(table -> located(action, table, request.kind()))
              .orElse(null);
      actions.add(located);
      if (located != null && action instanceof WriteAction.Put put) {
        bytes += located.bytesOf(put.item());
      }
    }
    var prepared = new PreparedActions(actions);
    if (bytes > 0 && request.budget().tryReserve(bytes)) {
      prepared.reservedBytes = bytes;
      actions.replaceAll(located -> located == null ? null : located.withRow());
    }
    return prepared;
  }

  private static @Nullable LocatedAction located(
      WriteAction action, TableDefinition table, WriteRequest.Kind kind) {
    try {
      LocatedAction located = LocatedAction.of(action, table, kind);
      located.checkIndexes();
      return located;
    } catch (ApiError invalid) {
      return null;
    }
  }

  /** An action, if it was prepared with this definition, which is cached as one object. */
  @SuppressWarnings("ReferenceEquality") // comparing the content of definitions would take longer
  @Nullable LocatedAction get(int index, TableDefinition table) {
    LocatedAction located = actions.get(index);
    return located != null && located.table() == table ? located : null;
  }

  /** Whether the memory for the rows of prepared puts is reserved. */
  boolean isReserved() {
    return reservedBytes > 0;
  }

  /**
   * Releases the memory for the rows, so that it can be reserved for each action by itself: a batch
   * writes the actions for which there is memory.
   */
  void release(RequestBudget budget) {
    budget.release(reservedBytes);
    reservedBytes = 0;
  }
}
