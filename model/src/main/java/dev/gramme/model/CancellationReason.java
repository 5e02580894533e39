package dev.gramme.model;

import org.jspecify.annotations.Nullable;

/**
 * The cancellation reason of one action of a cancelled transaction.
 *
 * @param code the service's code; {@code None} for an action that did not fail
 * @param text the message, null for {@code None}
 * @param item the item that failed the condition, if the action set {@code
 *     ReturnValuesOnConditionCheckFailure}
 */
public record CancellationReason(String code, @Nullable String text, @Nullable Item item) {
  /** The reason for an action that did not fail. */
  public static final CancellationReason NONE = new CancellationReason("None", null, null);

  /** The reason for an action whose condition was false. */
  public static CancellationReason conditionalCheckFailed(@Nullable Item item) {
    return new CancellationReason("ConditionalCheckFailed", "The conditional request failed", item);
  }

  /** The reason for an action on an item that another transaction is writing. */
  public static CancellationReason transactionConflict() {
    return new CancellationReason(
        "TransactionConflict", "Transaction is ongoing for the item", null);
  }

  /**
   * The reason for an action that exceeded the throughput of a table or index.
   *
   * @param error the error that a single request with this action would get
   */
  public static CancellationReason throttled(ApiError error) {
    return new CancellationReason(
        error.type() == ErrorType.PROVISIONED_THROUGHPUT_EXCEEDED
            ? "ProvisionedThroughputExceeded"
            : "ThrottlingError",
        error.text().orElse(""),
        null);
  }

  /** The reason for an action that is not valid for the item or for the schema. */
  public static CancellationReason validationError(String text) {
    return new CancellationReason("ValidationError", text, null);
  }
}
