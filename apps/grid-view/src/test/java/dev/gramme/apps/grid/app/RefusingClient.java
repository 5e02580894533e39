package dev.gramme.apps.grid.app;

import dev.gramme.toolkit.client.DelegatingClient;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * Refuses writes of issues like the service while another transaction writes the same items. It
 * never refuses the writes of the documents' index.
 */
final class RefusingClient extends DelegatingClient {
  private static final String DOCUMENTS = "grid-document-issues";

  private final AtomicInteger passing = new AtomicInteger();
  private final AtomicInteger refusing = new AtomicInteger();

  RefusingClient(DynamoDbClient client) {
    super(client);
  }

  /** Lets some of the next writes of issues pass, and refuses some after them. */
  void refuse(int letPass, int refused) {
    passing.set(letPass);
    refusing.set(refused);
  }

  /** How many writes it would still refuse. */
  int left() {
    return refusing.get();
  }

  @Override
  protected <T extends DynamoDbRequest, R extends DynamoDbResponse> R call(
      T request, Function<T, R> operation) {
    DynamoDbException refusal =
        switch (request) {
          case PutItemRequest put when put.tableName().equals(DOCUMENTS) -> conflict();
          case DeleteItemRequest delete when delete.tableName().equals(DOCUMENTS) -> conflict();
          case TransactWriteItemsRequest all when isOfIssues(all) -> cancelled(all);
          default -> null;
        };
    if (refusal == null
        || passing.getAndUpdate(left -> Math.max(0, left - 1)) > 0
        || refusing.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
      return operation.apply(request);
    }
    throw refusal;
  }

  /** The index's writer is the only one that checks conditions of items that it does not write. */
  private static boolean isOfIssues(TransactWriteItemsRequest request) {
    return request.transactItems().stream().allMatch(action -> action.conditionCheck() == null);
  }

  private static AwsErrorDetails details(String code, String message) {
    return AwsErrorDetails.builder().errorCode(code).errorMessage(message).build();
  }

  private static DynamoDbException conflict() {
    String message = "Transaction is ongoing for the item";
    var details = details("TransactionConflictException", message);
    return (DynamoDbException)
        TransactionConflictException.builder()
            .message(message)
            .awsErrorDetails(details)
            .statusCode(400)
            .build();
  }

  private static DynamoDbException cancelled(TransactWriteItemsRequest request) {
    String message =
        "Transaction cancelled, please refer cancellation reasons for specific reasons";
    return (DynamoDbException)
        TransactionCanceledException.builder()
            .cancellationReasons(reasons(request.transactItems().size()))
            .message(message)
            .awsErrorDetails(details("TransactionCanceledException", message))
            .statusCode(400)
            .build();
  }

  /** Only the last item conflicts; it is the head of an issue, except in a deletion. */
  private static List<CancellationReason> reasons(int actions) {
    var none = CancellationReason.builder().code("None").build();
    var reasons = new ArrayList<>(Collections.nCopies(actions - 1, none));
    reasons.add(CancellationReason.builder().code("TransactionConflict").build());
    return reasons;
  }
}
