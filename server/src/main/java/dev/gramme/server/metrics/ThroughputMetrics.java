package dev.gramme.server.metrics;

import dev.gramme.engine.throttle.ThroughputCounts;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/**
 * Consumed and throttled capacity of tables and global indexes, named after the service's own
 * metrics. The metrics exist only if throughput is limited.
 */
public final class ThroughputMetrics {

  private ThroughputMetrics() {}

  /** Adds the metrics, if there are any. */
  public static void addTo(MetricsPage page, Collection<ThroughputCounts> statistics) {
    if (statistics.isEmpty()) {
      return;
    }
    add(
        page,
        "gramme_consumed_read_capacity_units_total",
        "counter",
        "Read units that were used.",
        statistics,
        ThroughputCounts::consumedReadUnits);
    add(
        page,
        "gramme_consumed_write_capacity_units_total",
        "counter",
        "Write units that were used.",
        statistics,
        ThroughputCounts::consumedWriteUnits);
    add(
        page,
        "gramme_read_throttle_events_total",
        "counter",
        "Throttled reads, counted per item.",
        statistics,
        ThroughputCounts::readThrottleEvents);
    add(
        page,
        "gramme_write_throttle_events_total",
        "counter",
        "Throttled writes, counted per item.",
        statistics,
        ThroughputCounts::writeThrottleEvents);
    add(
        page,
        "gramme_physical_partitions",
        "gauge",
        "Partitions with limits of their own.",
        statistics,
        ThroughputCounts::partitions);
  }

  private static void add(
      MetricsPage page,
      String name,
      String type,
      String help,
      Collection<ThroughputCounts> statistics,
      ToDoubleFunction<ThroughputCounts> value) {
    page.metric(name, type, help);
    for (ThroughputCounts one : statistics) {
      String index = one.index() == null ? "" : one.index();
      page.sample(
          name,
          "table=\"%s\",index=\"%s\"".formatted(one.table(), index),
          value.applyAsDouble(one));
    }
  }
}
