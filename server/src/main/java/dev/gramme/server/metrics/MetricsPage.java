package dev.gramme.server.metrics;

/**
 * A page in Prometheus' text format, version 0.0.4. Written by hand because both libraries for it
 * cost 70 to 150 ms of start-up where this costs nothing
 * (docs/decisions/20261121-start-up-dependencies.md).
 */
public final class MetricsPage {
  /** The media type of the page. */
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final StringBuilder text = new StringBuilder(4096);

  /** Begins a metric. The samples that follow are its own. */
  public MetricsPage metric(String name, String type, String help) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    return this;
  }

  /** A metric with one sample. */
  public MetricsPage gauge(String name, String help, double value) {
    return metric(name, "gauge", help).sample(name, "", value);
  }

  /** A metric with one sample that only grows. */
  public MetricsPage counter(String name, String help, double value) {
    return metric(name, "counter", help).sample(name, "", value);
  }

  /**
   * A sample.
   *
   * @param labels such as {@code operation="GetItem",status="200"}; empty for none
   */
  public MetricsPage sample(String name, String labels, double value) {
    text.append(name);
    if (!labels.isEmpty()) {
      text.append('{').append(labels).append('}');
    }
    text.append(' ');
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      text.append((long) value);
    } else {
      text.append(value);
    }
    text.append('\n');
    return this;
  }

  /** The page. */
  public String text() {
    return text.toString();
  }
}
