package dev.gramme.apps.incidents.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.toolkit.estimate.EstimatesTable;
import dev.gramme.toolkit.estimate.EveryPattern;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** No access pattern of the incidents consumes more than its estimate. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class EstimatesTest {
  private final EstimatesTable estimates = EstimatesTable.of("incidents", models());

  private static List<Class<?>> models() {
    return EveryPattern.modelsBeside(TeamQueries.class);
  }

  @Test
  void no_access_pattern_consumes_more_than_its_estimate() {
    assertThat(estimates.uncovered()).isEmpty();
  }

  @Test
  void every_write_has_a_call_that_consumes_its_estimate() {
    assertThat(estimates.writesBelow()).isEmpty();
  }

  @Test
  void the_page_has_all_estimates() {
    estimates.checkPage();
  }
}
