package dev.gramme.server.metrics;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A page in Prometheus' text format, version 0.0.4. Written by hand because both libraries for it
 * cost 70 to 150 ms of start-up where this costs nothing
 * (docs/decisions/0004-start-up-dependencies.md).
 */
public final class MetricsPage {
  /** The media type of the page. */
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /** The metrics by name, because all samples of one metric must be adjacent. */
  private final Map<String, StringBuilder> metrics = new LinkedHashMap<>();

  private StringBuilder text = new StringBuilder();
  private String common = "";

  /** Starts a metric, or continues one. The samples that follow belong to it. */
  public MetricsPage metric(String name, String type, String help) {
    text = metrics.computeIfAbsent(name, added -> new StringBuilder());
    if (text.isEmpty()) {
      text.append("# HELP ").append(name).append(' ').append(help).append('\n');
      text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }
    return this;
  }

  /**
   * Adds the metrics of one of several sources.
   *
   * @param labels added to all of its samples, such as {@code region="eu-west-1"}; empty for none
   */
  public void addAll(String labels, MetricsSource source) {
    common = labels;
    source.addTo(this);
    common = "";
  }

  /** A gauge with one sample. */
  public MetricsPage gauge(String name, String help, double value) {
    return metric(name, "gauge", help).sample(name, "", value);
  }

  /** A counter with one sample. */
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
    if (!labels.isEmpty() || !common.isEmpty()) {
      var comma = labels.isEmpty() || common.isEmpty() ? "" : ",";
      text.append('{').append(common).append(comma).append(labels).append('}');
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
    return String.join("", metrics.values());
  }
}
