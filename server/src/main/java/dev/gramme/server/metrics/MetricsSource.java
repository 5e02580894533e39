package dev.gramme.server.metrics;

/** Something that has figures to show. */
@FunctionalInterface
public interface MetricsSource {

  /** Adds the figures of this moment. */
  void addTo(MetricsPage page);
}
