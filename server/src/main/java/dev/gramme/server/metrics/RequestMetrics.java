package dev.gramme.server.metrics;

import dev.gramme.model.ErrorType;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts and times requests, by operation and by status. */
public final class RequestMetrics implements MetricsSource {
  private static final String REQUESTS = "gramme_requests_total";
  private static final String DURATION = "gramme_request_duration_seconds";

  private final Map<String, ByOperation> operations = new ConcurrentHashMap<>();
  private final RequestListener listener;

  /** Metrics for the page alone. */
  public RequestMetrics() {
    this(RequestListener.NONE);
  }

  /**
   * @param listener is also called for each request
   */
  public RequestMetrics(RequestListener listener) {
    this.listener = listener;
  }

  /**
   * Counts a request.
   *
   * @param operation the name of an existing operation, never a text of the client, so that clients
   *     cannot grow the map
   * @param error null if the request succeeded
   */
  public void record(String operation, int status, @Nullable ErrorType error, long nanos) {
    listener.answered(operation, status, error, nanos);
    var found = operations.get(operation);
    if (found == null) {
      found = operations.computeIfAbsent(operation, _ -> new ByOperation());
    }
    found.statuses.computeIfAbsent(status, _ -> new LongAdder()).increment();
    found.latency.record(nanos);
  }

  @Override
  public void addTo(MetricsPage page) {
    var sorted =
        operations.entrySet().stream().sorted(Comparator.comparing(Map.Entry::getKey)).toList();
    page.metric(REQUESTS, "counter", "Requests answered.");
    for (var entry : sorted) {
      entry
          .getValue()
          .statuses
          .forEach((status, count) ->
              page.sample(
                  REQUESTS,
                  "operation=\"" + entry.getKey() + "\",status=\"" + status + "\"",
                  (double) count.sum()));
    }
    page.metric(DURATION, "histogram", "Time from a request's last byte to its response.");
    for (var entry : sorted) {
      entry.getValue().latency.addTo(page, DURATION, "operation=\"" + entry.getKey() + "\"");
    }
  }

  private static final class ByOperation {
    final Map<Integer, LongAdder> statuses = new ConcurrentHashMap<>(4);
    final LatencyHistogram latency = new LatencyHistogram();
  }
}
