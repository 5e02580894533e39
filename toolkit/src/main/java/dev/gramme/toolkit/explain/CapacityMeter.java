package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.client.DelegatingClient;
import dev.gramme.toolkit.explain.ConsumedUnits.Kind;
import dev.gramme.toolkit.explain.Consumption.Part;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * Adds up the capacity that requests consume, by table and index. It makes every request return its
 * consumed capacity, so responses contain {@code ConsumedCapacity} even if the caller did not
 * request it; nothing else changes.
 *
 * <pre>{@code
 * var meter = new CapacityMeter();
 * var shop = ShopTable.of(meter.around(client));
 * var history = meter.measure(() -> shop.history("ann@example.com", Cursor.START));
 * history.consumed().total();   // 1.5 RCU
 * }</pre>
 *
 * <p>It counts the requests of all threads, so a measurement includes concurrent requests of other
 * threads; use separate meters to separate them. Rejected requests are not counted, although the
 * service charges for failed conditions: their responses do not contain their cost. Thread-safe.
 */
public final class CapacityMeter {
  private final Map<Part, Units> parts = new HashMap<>();
  private long requests;

  /**
   * A result and its consumption.
   *
   * @param result the result of the action
   * @param consumed the capacity consumed during the action
   */
  public record Measured<T>(T result, Consumption consumed) {}

  /** Wraps a client so that its requests are counted. Closing the wrapper closes the client. */
  public DynamoDbClient around(DynamoDbClient client) {
    return new MeteredClient(client);
  }

  /**
   * Counts the requests of a client that is built with this interceptor, synchronous or
   * asynchronous.
   */
  public ExecutionInterceptor interceptor() {
    return new Interceptor();
  }

  /** The capacity consumed so far. */
  public synchronized Consumption consumed() {
    return new Consumption(requests, parts);
  }

  /** Returns the capacity consumed so far and resets the counters. */
  public synchronized Consumption reset() {
    Consumption consumed = consumed();
    parts.clear();
    requests = 0;
    return consumed;
  }

  /** Runs an action and measures its consumption. */
  public <T> Measured<T> measure(Supplier<T> action) {
    Consumption before = consumed();
    T result = action.get();
    return new Measured<>(result, consumed().since(before));
  }

  /** Runs an action and measures its consumption. */
  public Consumption measure(Runnable action) {
    Consumption before = consumed();
    action.run();
    return consumed().since(before);
  }

  private synchronized void add(Kind kind, List<ConsumedCapacity> consumed) {
    requests++;
    for (ConsumedCapacity capacity : consumed) {
      ConsumedUnits.of(kind, capacity)
          .forEach((part, units) -> parts.merge(part, units, Units::plus));
    }
  }

  private final class MeteredClient extends DelegatingClient {
    MeteredClient(DynamoDbClient client) {
      super(client);
    }

    @Override
    @SuppressWarnings("unchecked") // asking returns a request of the same class
    protected <T extends DynamoDbRequest, R extends DynamoDbResponse> R call(
        T request, Function<T, R> operation) {
      T asking = (T) ConsumedUnits.asking(request);
      R response = operation.apply(asking);
      ConsumedUnits.kind(request).ifPresent(kind -> add(kind, ConsumedUnits.in(response)));
      return response;
    }
  }

  private final class Interceptor implements ExecutionInterceptor {
    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
      return ConsumedUnits.asking(context.request());
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
      ConsumedUnits.kind(context.request())
          .ifPresent(kind -> add(kind, ConsumedUnits.in(context.response())));
    }
  }
}
