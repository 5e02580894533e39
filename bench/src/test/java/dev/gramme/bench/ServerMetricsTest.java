package dev.gramme.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** {@link ServerMetrics}. */
final class ServerMetricsTest {
  @Test
  void values_are_found_by_name_and_those_with_labels_are_added() {
    var page =
        """
        # HELP gramme_tables Tables.
        # TYPE gramme_tables gauge
        gramme_tables 3.0
        gramme_requests_total{operation="GetItem",status="200"} 5
        gramme_requests_total{operation="PutItem",status="200"} 1.5E3
        """;
    assertThat(ServerMetrics.parse(page))
        .containsEntry("gramme_tables", 3.0)
        .containsEntry("gramme_requests_total", 1505.0)
        .hasSize(2);
  }
}
