package dev.gramme.server.metrics;

/** A source of metrics. */
@FunctionalInterface
public interface MetricsSource {

  /** Adds the current values. */
  void addTo(MetricsPage page);
}
