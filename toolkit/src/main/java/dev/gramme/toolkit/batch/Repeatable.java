package dev.gramme.toolkit.batch;

import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** Which errors of a whole request say nothing against sending it again later. */
final class Repeatable {
  private Repeatable() {}

  static boolean is(DynamoDbException error) {
    return error instanceof ProvisionedThroughputExceededException
        || error instanceof RequestLimitExceededException
        || error instanceof ThrottlingException
        || error instanceof InternalServerErrorException;
  }

  /** Whether the request may be refused for the sake of a single item in it. */
  static boolean isForOneItem(DynamoDbException error) {
    return error.awsErrorDetails() != null
        && "ValidationException".equals(error.awsErrorDetails().errorCode());
  }
}
