package dev.gramme.toolkit.batch;

import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** Classifies errors of requests: which ones allow a retry. */
final class Repeatable {
  private Repeatable() {}

  static boolean is(DynamoDbException error) {
    return error instanceof ProvisionedThroughputExceededException
        || error instanceof RequestLimitExceededException
        || error instanceof ThrottlingException
        || error instanceof InternalServerErrorException;
  }

  /** Whether a single item can cause the rejection of the whole request. */
  static boolean isForOneItem(DynamoDbException error) {
    return error.awsErrorDetails() != null
        && "ValidationException".equals(error.awsErrorDetails().errorCode());
  }
}
