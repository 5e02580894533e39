package dev.gramme.server.metrics;

import dev.gramme.engine.replication.Replication.Lag;
import java.util.List;
import java.util.Map;

/** How far other regions are behind, by the replicated table. */
public final class ReplicationMetrics {
  private static final String LATENCY = "gramme_replication_latency_seconds";
  private static final String PENDING = "gramme_replication_pending_changes";
  private static final double MILLIS = 1000;

  private ReplicationMetrics() {}

  /**
   * Adds the metrics, if there are any.
   *
   * @param lags by sending region
   */
  public static void addTo(MetricsPage page, Map<String, List<Lag>> lags) {
    if (lags.values().stream().allMatch(List::isEmpty)) {
      return;
    }
    page.metric(
        LATENCY, "gauge", "Time from the last replicated change to its arrival in another region.");
    lags.forEach((from, all) ->
        all.forEach(
            lag -> page.sample(LATENCY, labels(from, lag), lag.latency().toMillis() / MILLIS)));
    page.metric(PENDING, "gauge", "Changes that have not arrived yet; counted up to 1000.");
    lags.forEach(
        (from, all) -> all.forEach(lag -> page.sample(PENDING, labels(from, lag), lag.pending())));
  }

  private static String labels(String from, Lag lag) {
    return "from=\"%s\",table=\"%s\",region=\"%s\"".formatted(from, lag.table(), lag.region());
  }
}
