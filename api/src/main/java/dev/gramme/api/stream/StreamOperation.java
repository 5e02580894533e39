package dev.gramme.api.stream;

import dev.gramme.api.Operation;

/** An operation of the separate DynamoDB Streams service. */
public interface StreamOperation extends Operation {
  @Override
  default String service() {
    return "DynamoDBStreams_20120810";
  }
}
