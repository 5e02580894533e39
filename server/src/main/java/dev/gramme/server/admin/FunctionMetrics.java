package dev.gramme.server.admin;

import dev.gramme.functions.FunctionStatus;
import dev.gramme.functions.Functions;
import dev.gramme.server.metrics.MetricsPage;
import dev.gramme.server.metrics.MetricsSource;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The metrics of functions. */
public final class FunctionMetrics implements MetricsSource {
  private static final double MILLIS_PER_SECOND = 1000;

  private final Functions functions;

  /** Metrics of these functions. */
  public FunctionMetrics(Functions functions) {
    this.functions = functions;
  }

  @Override
  public void addTo(MetricsPage page) {
    var all = functions.list();
    if (all.isEmpty()) {
      return;
    }
    counter(page, all, "invocations", "Calls of a function.", FunctionStatus::invocations);
    counter(page, all, "failures", "Calls that failed.", FunctionStatus::failures);
    counter(page, all, "records", "Records that were handled.", FunctionStatus::records);
    counter(page, all, "discarded", "Records that were discarded.", FunctionStatus::discarded);
    page.metric(
        "gramme_function_iterator_age_seconds",
        "gauge",
        "The age of the oldest record that is not processed yet.");
    for (FunctionStatus function : all) {
      page.sample(
          "gramme_function_iterator_age_seconds",
          "function=\"" + function.name() + "\"",
          function.iteratorAge().toMillis() / MILLIS_PER_SECOND);
    }
  }

  private static void counter(
      MetricsPage page,
      List<FunctionStatus> all,
      String what,
      String help,
      ToDoubleFunction<FunctionStatus> figure) {
    String name = "gramme_function_" + what + "_total";
    page.metric(name, "counter", help);
    for (FunctionStatus function : all) {
      page.sample(name, "function=\"" + function.name() + "\"", figure.applyAsDouble(function));
    }
  }
}
