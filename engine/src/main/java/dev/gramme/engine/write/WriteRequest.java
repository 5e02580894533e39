package dev.gramme.engine.write;

import dev.gramme.model.budget.RequestBudget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One or more actions, each on another item, that commit together.
 *
 * @param token makes a transaction idempotent, null for none
 * @param budget what the request may still use
 * @param answersItems whether the answer holds items as they were or are; its bytes are reserved
 *     before the commit, since after it the answer must be sent
 */
public record WriteRequest(
    List<WriteAction> actions,
    Kind kind,
    ItemChange.Cause cause,
    @Nullable ClientToken token,
    RequestBudget budget,
    boolean answersItems) {

  /** How faults are reported. */
  public enum Kind {
    /** One action: its fault is the error. */
    SINGLE,
    /** Puts and deletes without conditions: any fault refuses all. */
    BATCH,
    /** A transaction: faults are cancellation reasons. */
    TRANSACTION
  }

  public WriteRequest {
    actions = List.copyOf(actions);
  }

  /** A request that no client sent: nothing limits it. */
  public WriteRequest(
      List<WriteAction> actions, Kind kind, ItemChange.Cause cause, @Nullable ClientToken token) {
    this(actions, kind, cause, token, RequestBudget.unlimited(), false);
  }

  /** A single action that nothing limits. */
  public static WriteRequest single(WriteAction action) {
    return single(action, RequestBudget.unlimited(), false);
  }

  /** A client's single action. */
  public static WriteRequest single(WriteAction action, RequestBudget budget, boolean answersItem) {
    return new WriteRequest(
        List.of(action), Kind.SINGLE, ItemChange.Cause.CLIENT, null, budget, answersItem);
  }
}
