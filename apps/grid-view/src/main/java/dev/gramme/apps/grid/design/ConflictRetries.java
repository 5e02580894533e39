package dev.gramme.apps.grid.design;

import dev.gramme.toolkit.batch.Backoff;
import dev.gramme.toolkit.client.DelegatingClient;
import java.util.function.Function;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * A client that repeats a request if another transaction is writing the same item. The service
 * refuses such a request without any effect, and the SDK does not repeat it. In this system the
 * other transaction is often the check of the index's writer, which is soon over.
 */
final class ConflictRetries extends DelegatingClient {
  /** With the standard delays, the last attempt is made after at most about three seconds. */
  private static final int MAX_ATTEMPTS = 7;

  private final Backoff backoff;

  ConflictRetries(DynamoDbClient client, Backoff backoff) {
    super(client);
    this.backoff = backoff;
  }

  @Override
  protected <T extends DynamoDbRequest, R extends DynamoDbResponse> R call(
      T request, Function<T, R> operation) {
    for (int failed = 1; ; failed++) {
      try {
        return operation.apply(request);
      } catch (TransactionConflictException | TransactionCanceledException e) {
        if (!isConflict(e)) {
          throw e;
        }
        if (failed == MAX_ATTEMPTS) {
          throw new ItemsBusy(e);
        }
        backoff.pause(failed);
      }
    }
  }

  /** Whether a request was refused only because another transaction was writing the same item. */
  private static boolean isConflict(AwsServiceException refusal) {
    return switch (refusal) {
      case TransactionConflictException _ -> true;
      case TransactionCanceledException cancelled ->
          cancelled.cancellationReasons().stream()
                  .anyMatch(reason -> "TransactionConflict".equals(reason.code()))
              && cancelled.cancellationReasons().stream()
                  .noneMatch(reason -> "ConditionalCheckFailed".equals(reason.code()));
      default -> false;
    };
  }
}
