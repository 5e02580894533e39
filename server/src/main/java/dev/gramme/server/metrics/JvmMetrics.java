package dev.gramme.server.metrics;

/** The most important metrics of the Java virtual machine. */
public final class JvmMetrics {
  private JvmMetrics() {}

  /** Adds the metrics. */
  public static void addTo(MetricsPage page) {
    var runtime = Runtime.getRuntime();
    page.gauge(
        "gramme_heap_used_bytes",
        "Java heap in use.",
        (double) (runtime.totalMemory() - runtime.freeMemory()));
    page.gauge("gramme_heap_max_bytes", "Largest Java heap.", (double) runtime.maxMemory());
    page.gauge("gramme_threads", "Platform threads.", Thread.activeCount());
  }
}
