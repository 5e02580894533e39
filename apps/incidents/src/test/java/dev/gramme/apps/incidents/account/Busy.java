package dev.gramme.apps.incidents.account;

import dev.gramme.toolkit.client.DelegatingClient;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** A client that runs concurrent work before each of its requests. */
final class Busy extends DelegatingClient {
  private final Runnable others;

  Busy(DynamoDbClient client, Runnable others) {
    super(client);
    this.others = others;
  }

  @Override
  protected synchronized <T extends DynamoDbRequest, R extends DynamoDbResponse> R call(
      T request, Function<T, R> operation) {
    others.run();
    return operation.apply(request);
  }
}
