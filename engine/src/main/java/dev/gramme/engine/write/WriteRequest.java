package dev.gramme.engine.write;

import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.Transaction;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One or more actions on different items that commit together.
 *
 * @param token makes a transaction idempotent, null for none
 * @param budget the resources that the request may still use
 * @param answersItems whether the response contains items; their bytes are reserved before the
 *     commit, because the response must be sent after it
 * @param requirement runs first in the transaction; the request fails with its exception
 */
public record WriteRequest(
    List<WriteAction> actions,
    Kind kind,
    ItemChange.Cause cause,
    @Nullable ClientToken token,
    RequestBudget budget,
    boolean answersItems,
    Consumer<Transaction> requirement) {
  /** How faults are reported. */
  public enum Kind {
    /** One action: its fault is the error. */
    SINGLE,
    /** Puts and deletes without conditions: any fault rejects the whole batch. */
    BATCH,
    /** A transaction: faults are cancellation reasons. */
    TRANSACTION
  }

  public WriteRequest {
    actions = List.copyOf(actions);
  }

  /** A request without a requirement. */
  public WriteRequest(
      List<WriteAction> actions,
      Kind kind,
      ItemChange.Cause cause,
      @Nullable ClientToken token,
      RequestBudget budget,
      boolean answersItems) {
    this(actions, kind, cause, token, budget, answersItems, _ -> {});
  }

  /** An internal request, without a limit on resources. */
  public WriteRequest(
      List<WriteAction> actions, Kind kind, ItemChange.Cause cause, @Nullable ClientToken token) {
    this(actions, kind, cause, token, RequestBudget.unlimited(), false);
  }

  /**
   * A request with some of the actions of a batch, by their positions. It may run in parallel to
   * the other parts.
   */
  public WriteRequest part(List<Integer> positions) {
    return new WriteRequest(
        positions.stream().map(actions::get).toList(),
        kind,
        cause,
        token,
        budget.part(),
        answersItems,
        requirement);
  }

  /** A single internal action, without a limit on resources. */
  public static WriteRequest single(WriteAction action) {
    return single(action, RequestBudget.unlimited(), false);
  }

  /** A single action of a client. */
  public static WriteRequest single(WriteAction action, RequestBudget budget, boolean answersItem) {
    return new WriteRequest(
        List.of(action), Kind.SINGLE, ItemChange.Cause.CLIENT, null, budget, answersItem);
  }

  /**
   * Whether this is all that a client's request writes. Its thread then has nothing else to do
   * until the write has ended.
   */
  boolean isWholeOfClient() {
    return cause == ItemChange.Cause.CLIENT && !budget.isPart();
  }

  /**
   * This request with a requirement. The store may run the requirement repeatedly.
   *
   * @param other throws an exception if the request must not be executed
   */
  public WriteRequest requiring(Consumer<Transaction> other) {
    return new WriteRequest(actions, kind, cause, token, budget, answersItems, other);
  }
}
