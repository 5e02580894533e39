package dev.gramme.apps.web.database;

import java.util.Optional;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Explains the exceptions of a DynamoDB client to the users of an application. */
public final class DatabaseFailures {
  private static final int SERVER_ERROR = 500;

  private DatabaseFailures() {}

  /**
   * What is wrong with the database. Empty if the exception has another reason, such as a request
   * that the database refuses: only an error in the application sends one.
   */
  public static Optional<String> reason(Throwable failure) {
    return switch (failure) {
      case CompletionException e when e.getCause() != null -> reason(e.getCause());
      case ResourceNotFoundException _ ->
          Optional.of("a table is missing; a restart of the application creates it");
      case AwsServiceException e when e.isThrottlingException() ->
          Optional.of("the database is busy; try again");
      case AwsServiceException e when e.statusCode() >= SERVER_ERROR ->
          Optional.of("the database failed: " + message(e));
      case AwsServiceException _ -> Optional.empty();
      case SdkException e -> Optional.of("the database does not answer: " + e.getMessage());
      default -> Optional.empty();
    };
  }

  private static String message(AwsServiceException failure) {
    var details = failure.awsErrorDetails();
    return String.valueOf(details == null ? failure.getMessage() : details.errorMessage());
  }
}
