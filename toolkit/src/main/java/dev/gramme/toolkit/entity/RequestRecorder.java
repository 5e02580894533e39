package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.client.DelegatingClient;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** A client that sends nothing. It records the first request, and throws an exception. */
final class RequestRecorder extends DelegatingClient {
  private final AtomicReference<@Nullable DynamoDbRequest> first = new AtomicReference<>();

  /** A request was recorded, and there is no response. */
  private static final class NotSent extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  RequestRecorder(DynamoDbClient client) {
    super(client);
  }

  @Override
  protected <T extends DynamoDbRequest, R extends DynamoDbResponse> R call(
      T request, Function<T, R> operation) {
    first.compareAndSet(null, request);
    throw new NotSent();
  }

  /**
   * The first request of a call.
   *
   * @throws IllegalArgumentException if it makes none
   */
  DynamoDbRequest of(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      if (first.get() == null) {
        throw e;
      }
    }
    return Optional.ofNullable(first.get())
        .orElseThrow(() -> new IllegalArgumentException("the call makes no request"));
  }
}
