package dev.gramme.server.metrics;

import dev.gramme.engine.throttle.ThroughputFigures;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/**
 * What was consumed of tables and global indexes, and what was refused, by the names of the
 * service's own metrics. There is nothing of it unless throughput is limited.
 */
public final class ThroughputMetrics {

  private ThroughputMetrics() {}

  /** Adds the figures, if there are any. */
  public static void addTo(MetricsPage page, Collection<ThroughputFigures> figures) {
    if (figures.isEmpty()) {
      return;
    }
    add(
        page,
        "gramme_consumed_read_capacity_units_total",
        "counter",
        "Read units that were used.",
        figures,
        ThroughputFigures::consumedReadUnits);
    add(
        page,
        "gramme_consumed_write_capacity_units_total",
        "counter",
        "Write units that were used.",
        figures,
        ThroughputFigures::consumedWriteUnits);
    add(
        page,
        "gramme_read_throttle_events_total",
        "counter",
        "Reads refused, item by item.",
        figures,
        ThroughputFigures::readThrottleEvents);
    add(
        page,
        "gramme_write_throttle_events_total",
        "counter",
        "Writes refused, item by item.",
        figures,
        ThroughputFigures::writeThrottleEvents);
    add(
        page,
        "gramme_physical_partitions",
        "gauge",
        "Partitions with limits of their own.",
        figures,
        ThroughputFigures::partitions);
  }

  private static void add(
      MetricsPage page,
      String name,
      String type,
      String help,
      Collection<ThroughputFigures> figures,
      ToDoubleFunction<ThroughputFigures> value) {
    page.metric(name, type, help);
    for (ThroughputFigures one : figures) {
      String index = one.index() == null ? "" : one.index();
      page.sample(
          name,
          "table=\"%s\",index=\"%s\"".formatted(one.table(), index),
          value.applyAsDouble(one));
    }
  }
}
