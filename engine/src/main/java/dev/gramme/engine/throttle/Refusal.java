package dev.gramme.engine.throttle;

import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.ThrottlingReason;
import java.util.List;

/**
 * Why a request is refused: the limit that it exceeds. The texts are the service's (October 2026),
 * except that the text of the account limit comes from the API reference and was not observed.
 */
record Refusal(Resource resource, UnitKind kind, LimitType type) {
  private static final String PROVISIONED_TABLE =
      "The level of configured provisioned throughput for the table was exceeded. Consider"
          + " increasing your provisioning level with the UpdateTable API.";
  private static final String PROVISIONED_INDEX =
      "The level of configured provisioned throughput for one or more global secondary indexes of"
          + " the table was exceeded. Consider increasing your provisioning level for the"
          + " under-provisioned global secondary indexes with the UpdateTable API.";
  private static final String ON_DEMAND_TABLE =
      "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically"
          + " scaling your table or index so please try again shortly. If exceptions persist, check"
          + " if you have a hot key:"
          + " https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html";
  private static final String ON_DEMAND_INDEX =
      "Throughput exceeds the current capacity for one or more global secondary indexes. DynamoDB"
          + " is automatically scaling your index so please try again shortly.";
  private static final String ACCOUNT =
      "Throughput exceeds the current throughput limit for your account. Please contact AWS Support"
          + " at https://aws.amazon.com/support request a limit increase";

  /** The error of a request that exceeds all of these limits, at least one. */
  static ApiError error(List<Refusal> refusals, String account) {
    Refusal first = refusals.getFirst();
    var reasons =
        refusals.stream()
            .distinct()
            .map(refusal -> new ThrottlingReason(refusal.reason(), refusal.resource.arn(account)))
            .toList();
    return ApiError.throttled(first.errorType(), first.text(), reasons);
  }

  /** The error type, which for a hot partition depends on the billing mode. */
  private ErrorType errorType() {
    if (type == LimitType.ACCOUNT) {
      return ErrorType.REQUEST_LIMIT_EXCEEDED;
    }
    return resource.isProvisioned()
        ? ErrorType.PROVISIONED_THROUGHPUT_EXCEEDED
        : ErrorType.THROTTLING;
  }

  private String text() {
    return switch (errorType()) {
      case REQUEST_LIMIT_EXCEEDED -> ACCOUNT;
      case PROVISIONED_THROUGHPUT_EXCEEDED ->
          resource.index() == null ? PROVISIONED_TABLE : PROVISIONED_INDEX;
      default -> resource.index() == null ? ON_DEMAND_TABLE : ON_DEMAND_INDEX;
    };
  }

  /** The throttling reason, such as {@code TableWriteProvisionedThroughputExceeded}. */
  String reason() {
    return (resource.index() == null ? "Table" : "Index") + kind.word() + type.suffix();
  }
}
