package dev.gramme.server.metrics;

import dev.gramme.engine.catalog.BackgroundJob.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Metrics of a database's background jobs, by kind. */
public final class JobMetrics {
  private static final double MILLIS = 1000;

  private JobMetrics() {}

  /** Adds the metrics, if there are jobs. */
  public static void addTo(MetricsPage page, List<Status> jobs, Instant now) {
    if (jobs.isEmpty()) {
      return;
    }
    Map<String, List<Status>> byKind =
        jobs.stream()
            .collect(Collectors.groupingBy(Status::kind, TreeMap::new, Collectors.toList()));
    add(page, "gramme_background_jobs", "Background jobs that run or wait.", byKind, List::size);
    add(
        page,
        "gramme_background_jobs_failing",
        "Background jobs that failed and wait for their next try.",
        byKind,
        all -> all.stream().filter(Status::isFailing).count());
    add(
        page,
        "gramme_background_job_oldest_seconds",
        "The age of the oldest background job.",
        byKind,
        all -> Duration.between(all.getFirst().since(), now).toMillis() / MILLIS);
  }

  private static void add(
      MetricsPage page,
      String name,
      String help,
      Map<String, List<Status>> byKind,
      ToDoubleFunction<List<Status>> figure) {
    page.metric(name, "gauge", help);
    byKind.forEach(
        (kind, jobs) -> page.sample(name, "kind=\"" + kind + "\"", figure.applyAsDouble(jobs)));
  }
}
