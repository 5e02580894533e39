package dev.gramme.apps.grid.document;

import dev.gramme.toolkit.client.DelegatingClient;
import java.util.SplittableRandom;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * A client whose process dies at a call now and then: before the call is made, or after it, when
 * nobody learns that it was.
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
   * @param oneIn how many calls go well for each that does not, on average; 0 if all do
   * @param others what happens before each call
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
    // What waiters do is not disturbed: they would hide the death in an exception of their own.
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
