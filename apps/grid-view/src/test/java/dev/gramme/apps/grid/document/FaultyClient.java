package dev.gramme.apps.grid.document;

import dev.gramme.toolkit.client.DelegatingClient;
import java.util.SplittableRandom;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * A client whose process dies at random calls: before the call, or after it, so that its effect is
 * unknown.
 */
final class FaultyClient extends DelegatingClient {
  /** The process is dead. */
  static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static final int SURVIVES = 2;

  private final SplittableRandom random;
  private final int oneIn;
  private final Runnable others;

  /**
   * @param oneIn one call in this many fails, on average; 0 for none
   * @param others runs before each call
   */
  FaultyClient(DynamoDbClient client, SplittableRandom random, int oneIn, Runnable others) {
    super(client);
    this.random = random;
    this.oneIn = oneIn;
    this.others = others;
  }

  @Override
  protected <T extends DynamoDbRequest, R extends DynamoDbResponse> R call(
      T request, Function<T, R> operation) {
    others.run();
    // Calls of waiters never fail: a waiter would wrap the exception in its own.
    int fate = request instanceof DescribeTableRequest ? SURVIVES : fate();
    if (fate == 0) {
      throw new Killed();
    }
    R response = operation.apply(request);
    if (fate == 1) {
      throw new Killed();
    }
    return response;
  }

  private int fate() {
    synchronized (random) {
      return oneIn == 0 ? SURVIVES : random.nextInt(2 * oneIn);
    }
  }
}
