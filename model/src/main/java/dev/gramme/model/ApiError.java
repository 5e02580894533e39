package dev.gramme.model;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An error response of the service, with the fields of its body. It has no stack trace, because it
 * is a result and not a defect of the program.
 */
public final class ApiError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorType type;
  private final transient @Nullable Item item;
  private final transient List<CancellationReason> cancellationReasons;
  private final transient List<ThrottlingReason> throttlingReasons;

  private ApiError(
      ErrorType type,
      @Nullable String text,
      @Nullable Item item,
      List<CancellationReason> cancellationReasons,
      List<ThrottlingReason> throttlingReasons) {
    super(text, null, false, false);
    this.type = type;
    this.item = item;
    this.cancellationReasons = cancellationReasons;
    this.throttlingReasons = throttlingReasons;
  }

  /** An error of this type with this message. */
  public static ApiError of(ErrorType type, String text) {
    return new ApiError(type, text, null, List.of(), List.of());
  }

  /** An error whose body has no message member. */
  public static ApiError withoutText(ErrorType type) {
    return new ApiError(type, null, null, List.of(), List.of());
  }

  /** A ValidationException. */
  public static ApiError validation(String text) {
    return of(ErrorType.VALIDATION, text);
  }

  /**
   * A ConditionalCheckFailedException, with the item if the request set {@code
   * ReturnValuesOnConditionCheckFailure}.
   */
  public static ApiError conditionalCheckFailed(@Nullable Item item) {
    return new ApiError(
        ErrorType.CONDITIONAL_CHECK_FAILED,
        "The conditional request failed",
        item,
        List.of(),
        List.of());
  }

  /**
   * A TransactionCanceledException with one reason for each action, in the order of the actions.
   */
  public static ApiError transactionCanceled(List<CancellationReason> reasons) {
    var codes = String.join(", ", reasons.stream().map(CancellationReason::code).toList());
    return new ApiError(
        ErrorType.TRANSACTION_CANCELED,
        "Transaction cancelled, please refer cancellation reasons for specific reasons ["
            + codes
            + "]",
        null,
        List.copyOf(reasons),
        List.of());
  }

  /**
   * An error that reports exceeded throughput, with the reasons.
   *
   * @param type PROVISIONED_THROUGHPUT_EXCEEDED, THROTTLING or REQUEST_LIMIT_EXCEEDED
   */
  public static ApiError throttled(ErrorType type, String text, List<ThrottlingReason> reasons) {
    return new ApiError(type, text, null, List.of(), List.copyOf(reasons));
  }

  /** The same error with other text. */
  public ApiError withText(String text) {
    return new ApiError(type, text, item, cancellationReasons, throttlingReasons);
  }

  /** The error's type. */
  public ErrorType type() {
    return type;
  }

  /** The message; empty if the service sends none. */
  public Optional<String> text() {
    return Optional.ofNullable(getMessage());
  }

  /**
   * The item that failed the condition, if the request set {@code
   * ReturnValuesOnConditionCheckFailure}.
   */
  public Optional<Item> item() {
    return Optional.ofNullable(item);
  }

  /** Why a transaction was cancelled; empty for other errors. */
  public List<CancellationReason> cancellationReasons() {
    return cancellationReasons;
  }

  /** Why a request was throttled; empty for other errors, and for limits of the control plane. */
  public List<ThrottlingReason> throttlingReasons() {
    return throttlingReasons;
  }
}
