package dev.gramme.model;

import org.jspecify.annotations.Nullable;

/**
 * Why one action of a transaction kept it from happening.
 *
 * @param code the service's code, {@code None} for an action that was not at fault
 * @param text the message, null for {@code None}
 * @param item the item that failed the condition, if the action asked for it
 */
public record CancellationReason(String code, @Nullable String text, @Nullable Item item) {
  /** The reason of an action that was not at fault. */
  public static final CancellationReason NONE = new CancellationReason("None", null, null);

  /** A condition that did not hold. */
  public static CancellationReason conditionalCheckFailed(@Nullable Item item) {
    return new CancellationReason("ConditionalCheckFailed", "The conditional request failed", item);
  }

  /** An action that another running transaction stands in the way of. */
  public static CancellationReason transactionConflict() {
    return new CancellationReason(
        "TransactionConflict", "Transaction is ongoing for the item", null);
  }

  /**
   * An action for which there was no throughput.
   *
   * @param error what a request of its own would be told
   */
  public static CancellationReason throttled(ApiError error) {
    return new CancellationReason(
        error.type() == ErrorType.PROVISIONED_THROUGHPUT_EXCEEDED
            ? "ProvisionedThroughputExceeded"
            : "ThrottlingError",
        error.text().orElse(""),
        null);
  }

  /** An action that the item or its schema does not allow. */
  public static CancellationReason validationError(String text) {
    return new CancellationReason("ValidationError", text, null);
  }
}
