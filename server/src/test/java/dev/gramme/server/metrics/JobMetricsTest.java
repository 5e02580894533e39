package dev.gramme.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.catalog.BackgroundJob.Status;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobMetricsTest {
  private static final Instant NOW = Instant.parse("2026-11-23T10:00:10Z");

  private static Status job(String kind, String subject, long ageMillis, int failures) {
    return new Status(
        kind, subject, NOW.minusMillis(ageMillis), failures + 1, failures, null, null);
  }

  private static List<String> samples(Status... jobs) {
    var page = new MetricsPage();
    JobMetrics.addTo(page, List.of(jobs), NOW);
    return page.text().lines().filter(line -> !line.startsWith("#")).toList();
  }

  @Test
  void jobs_are_counted_by_kind_with_those_that_fail_and_the_age_of_the_oldest() {
    assertThat(
            samples(
                job("index backfill", "songs/by-artist", 10_000, 0),
                job("table removal", "old", 4_500, 3),
                job("index backfill", "songs/by-year", 2_000, 1),
                job("index backfill", "songs/by-genre", 1_000, 0)))
        .containsExactly(
            "gramme_background_jobs{kind=\"index backfill\"} 3",
            "gramme_background_jobs{kind=\"table removal\"} 1",
            "gramme_background_jobs_failing{kind=\"index backfill\"} 1",
            "gramme_background_jobs_failing{kind=\"table removal\"} 1",
            "gramme_background_job_oldest_seconds{kind=\"index backfill\"} 10",
            "gramme_background_job_oldest_seconds{kind=\"table removal\"} 4.5");
  }

  @Test
  void without_jobs_there_are_no_metrics() {
    assertThat(samples()).isEmpty();
  }
}
