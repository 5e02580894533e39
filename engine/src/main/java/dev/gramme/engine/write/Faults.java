package dev.gramme.engine.write;

import dev.gramme.model.ApiError;
import dev.gramme.model.CancellationReason;
import dev.gramme.model.ErrorType;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The faults of the actions of one request, by position. An error of a transaction lists the faults
 * of all actions as cancellation reasons; another request fails with the first error.
 */
final class Faults {
  private final WriteRequest.Kind kind;
  private final @Nullable CancellationReason[] reasons;

  Faults(WriteRequest request) {
    this.kind = request.kind();
    this.reasons = new CancellationReason[request.actions().size()];
  }

  /** Sets the fault of an action; null for none. */
  void set(int position, @Nullable CancellationReason reason) {
    reasons[position] = reason;
  }

  boolean isEmpty() {
    for (CancellationReason reason : reasons) {
      if (reason != null) {
        return false;
      }
    }
    return true;
  }

  /**
   * Runs a stage of one action. In a transaction an error becomes the action's fault.
   *
   * @return the result, null if the stage failed
   */
  <T> @Nullable T attempt(int position, Supplier<T> stage) {
    try {
      return stage.get();
    } catch (ApiError error) {
      if (kind != WriteRequest.Kind.TRANSACTION) {
        throw error;
      }
      reasons[position] =
          error.type() == ErrorType.ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED
              ? new CancellationReason(
                  "ItemCollectionSizeLimitExceeded", "Collection size exceeded.", null)
              : CancellationReason.validationError(error.text().orElse(""));
      return null;
    }
  }

  /** Throws the error of the request if an action has a fault. */
  void throwIfAny() {
    for (CancellationReason reason : reasons) {
      if (reason != null) {
        throw kind == WriteRequest.Kind.TRANSACTION
            ? canceled(reasons)
            : ApiError.conditionalCheckFailed(reason.item());
      }
    }
  }

  /** Throws the error of the request with the first fault alone, if there is one. */
  void throwFirst() {
    for (int i = 0; i < reasons.length; i++) {
      if (reasons[i] != null) {
        var alone = new CancellationReason[reasons.length];
        alone[i] = reasons[i];
        throw canceled(alone);
      }
    }
  }

  private static ApiError canceled(@Nullable CancellationReason[] reasons) {
    return ApiError.transactionCanceled(
        Arrays.stream(reasons)
            .map(reason -> reason == null ? CancellationReason.NONE : reason)
            .toList());
  }
}
