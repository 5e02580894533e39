package dev.gramme.apps.grid.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.grid.domain.FieldType;
import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.toolkit.estimate.EstimatesTable;
import dev.gramme.toolkit.estimate.EveryPattern;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** No access pattern of the grid view consumes more than its estimate. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class EstimatesTest {
  private final EstimatesTable estimates =
      EstimatesTable.of(
          "grid view", EveryPattern.modelsBeside(SingleTable.class), EstimatesTest::valuesOfIssues);

  /** The values of an issue: the id of a field contains the type of its values. */
  private static Optional<Object> valuesOfIssues(Type type, int seed) {
    boolean values =
        type instanceof ParameterizedType map
            && map.getRawType() == Map.class
            && map.getActualTypeArguments()[1] == FieldValue.class;
    return values
        ? Optional.of(
            Map.of(
                FieldType.TEXT.word() + "-1",
                new FieldValue.Text("v" + seed),
                FieldType.DATE.word() + "-2",
                new FieldValue.Day(LocalDate.EPOCH.plusDays(seed))))
        : Optional.empty();
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
