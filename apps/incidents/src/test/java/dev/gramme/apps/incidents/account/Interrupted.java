package dev.gramme.apps.incidents.account;

import dev.gramme.toolkit.client.DelegatingClient;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** The client of a process that dies after some requests. */
public final class Interrupted extends DelegatingClient {
  private int requests;

  /** The process has died. */
  public static final class Death extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /**
   * @param requests the number of requests before that
   */
  public Interrupted(DynamoDbClient client, int requests) {
    super(client);
    this.requests = requests;
  }

  @Override
  protected <T extends DynamoDbRequest, R extends DynamoDbResponse> R call(
      T request, Function<T, R> operation) {
    if (requests-- <= 0) {
      throw new Death();
    }
    return operation.apply(request);
  }
}
