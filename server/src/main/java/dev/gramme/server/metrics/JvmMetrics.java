package dev.gramme.server.metrics;

/** The figures of the Java virtual machine that an operator looks at first. */
public final class JvmMetrics {
  private JvmMetrics() {}

  /** Adds them. */
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
