package dev.gramme.spring;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A bean that creates tables and items before the application uses the database. Each test starts
 * with a copy of them. If there are several, {@code @Order} determines the order.
 */
@FunctionalInterface
public interface GrammeInitializer {

  /** Creates tables and items. */
  void initialize(DynamoDbClient client);
}
