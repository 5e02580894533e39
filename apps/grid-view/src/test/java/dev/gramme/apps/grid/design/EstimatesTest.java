package dev.gramme.apps.grid.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.toolkit.estimate.EveryPattern;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No access pattern of the grid view consumes more than its estimate. */
@Tag("slow")
final class EstimatesTest {
  static List<? extends Class<?>> models() {
    // Samples of documents would need the ids of fields as keys of their maps.
    return EveryPattern.modelsBeside(SingleTable.class).stream()
        .filter(model -> !model.getSimpleName().startsWith("Documents_"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("models")
  void no_access_pattern_consumes_more_than_its_estimate(Class<?> model) {
    assertThat(EveryPattern.uncovered(model)).isEmpty();
  }
}
