package dev.gramme.server.metrics;

import dev.gramme.engine.replication.Replication.Lag;
import java.util.List;
import java.util.Map;

/** How far regions are behind with the tables that they have replicas of. */
public final class ReplicationMetrics {
  private static final String LATENCY = "gramme_replication_latency_seconds";
  private static final String PENDING = "gramme_replication_pending_changes";
  private static final double MILLIS = 1000;

  private ReplicationMetrics() {}

  /**
   * Adds the figures, if there are any.
   *
   * @param lags by the region that sends
   */
  public static void addTo(MetricsPage page, Map<String, List<Lag>> lags) {
    if (lags.values().stream().allMatch(List::isEmpty)) {
      return;
    }
    page.metric(LATENCY, "gauge", "From a change to its arrival in another region, of the last.");
    lags.forEach((from, all) ->
        all.forEach(
            lag -> page.sample(LATENCY, labels(from, lag), lag.latency().toMillis() / MILLIS)));
    page.metric(PENDING, "gauge", "Changes that have yet to arrive; counted up to 1000.");
    lags.forEach(
        (from, all) -> all.forEach(lag -> page.sample(PENDING, labels(from, lag), lag.pending())));
  }

  private static String labels(String from, Lag lag) {
    return "from=\"%s\",table=\"%s\",region=\"%s\"".formatted(from, lag.table(), lag.region());
  }
}
