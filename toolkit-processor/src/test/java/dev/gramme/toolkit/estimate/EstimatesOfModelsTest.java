package dev.gramme.toolkit.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.toolkit.desk.DeskQueries;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** No access pattern of the test models consumes more than its estimate. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class EstimatesOfModelsTest {
  private final EstimatesTable estimates =
      EstimatesTable.of("test model", EveryPattern.modelsBeside(DeskQueries.class));

  @Test
  void no_access_pattern_consumes_more_than_its_estimate() {
    assertThat(estimates.uncovered()).isEmpty();
  }

  @Test
  void the_page_has_all_estimates() {
    estimates.checkPage();
  }
}
