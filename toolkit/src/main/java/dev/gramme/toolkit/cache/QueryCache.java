package dev.gramme.toolkit.cache;

import dev.gramme.toolkit.explain.ItemSize;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Cached results of queries and scans, by their whole requests. */
final class QueryCache {
  private static final int OVERHEAD_BYTES = 500;

  private final BoundedCache<Object, Object> cache;
  private long clears;

  QueryCache(InstantSource clock, Duration timeToLive, long maxBytes) {
    this.cache = new BoundedCache<>(clock, timeToLive, maxBytes);
  }

  /**
   * The cached response of a request, or the table's response.
   *
   * @param keep converts a response to its cached form
   */
  // Safe: a response is cached under its request, whose class determines the class of the response.
  @SuppressWarnings("unchecked")
  <Q, R> R find(
      Q request,
      Function<Q, R> ask,
      UnaryOperator<R> keep,
      Function<R, List<Map<String, AttributeValue>>> items) {
    long begun;
    synchronized (this) {
      Object known = cache.find(request);
      if (known != null) {
        return (R) known;
      }
      begun = clears;
    }
    R answer = ask.apply(request);
    long bytes = OVERHEAD_BYTES;
    for (Map<String, AttributeValue> item : items.apply(answer)) {
      bytes += ItemSize.of(item);
    }
    R kept = keep.apply(answer);
    synchronized (this) {
      if (begun == clears) {
        cache.put(request, kept, bytes);
      }
    }
    return answer;
  }

  synchronized void clear() {
    cache.clear();
    clears++;
  }

  synchronized long bytes() {
    return cache.bytes();
  }
}
