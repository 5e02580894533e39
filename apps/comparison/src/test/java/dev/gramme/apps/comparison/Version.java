package dev.gramme.apps.comparison;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A version of the ticket shop in Java. */
public interface Version {
  /** Creates the table and makes all calls. */
  void run(Recorder calls, DynamoDbClient client);
}
